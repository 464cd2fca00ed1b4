#!/usr/bin/env python3
"""A web server that answers with the topics of texts: server.py MODEL [PORT]

    curl --data-binary 'a text' http://localhost:8080/
    curl -H 'Content-Type: application/json' -d '{"id": 7, "text": "a text"}' http://localhost:8080/

One process of manifact keeps the model in memory; requests are lines for it, one after the other.
MANIFACT names another program than manifact. Needs the standard library of Python only.
"""
import http.server
import json
import os
import subprocess
import sys
import threading

LONGEST = 1 << 20  # bytes of a request


class Topics:
    def __init__(self, model):
        self.process = subprocess.Popen(
            [os.environ.get('MANIFACT', 'manifact'), 'assign', model, '-', '--follow',
             '--format', 'jsonl', '--quiet'],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lock = threading.Lock()

    def of(self, request):
        """The answer, as bytes of JSON, to a request that is an object with a text; b'' if the
        program has ended."""
        with self.lock:
            try:
                self.process.stdin.write(json.dumps(request).encode() + b'\n')
                self.process.stdin.flush()
            except OSError:
                return b''
            return self.process.stdout.readline()


class Handler(http.server.BaseHTTPRequestHandler):
    topics: Topics

    def do_POST(self):
        length = self.headers.get('Content-Length') or '0'
        if not length.isdecimal():
            return self.answer(400, b'{"error": "Content-Length is no number"}')
        size = int(length[:9])  # longer ones are too long anyway
        if not 0 < size <= LONGEST:
            return self.answer(413 if size > LONGEST else 411, b'{"error": "no text, or too long"}')
        body = self.rfile.read(size).decode('utf-8', 'replace')
        try:
            is_json = self.headers.get_content_type() == 'application/json'
            request = json.loads(body) if is_json else {'text': body}
        except ValueError as error:
            return self.answer(400, json.dumps({'error': str(error)}).encode())
        answer = self.topics.of(request)
        if not answer:
            return self.answer(503, b'{"error": "the program has ended"}')
        return self.answer(400 if 'error' in json.loads(answer) else 200, answer)

    def answer(self, status, content):
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def main(model, port='8080'):
    Handler.topics = Topics(model)
    server = http.server.ThreadingHTTPServer(('127.0.0.1', int(port)), Handler)
    print(f'http://127.0.0.1:{server.server_address[1]}/', flush=True)
    server.serve_forever()


if __name__ == '__main__':
    main(*sys.argv[1:])
