"""Drives headless Chromium by its debugging protocol over two pipes: real input by mouse, touch and
keys, which events of scripts are not."""
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import time

PROGRAMS = ('chromium', 'chromium-browser', 'google-chrome')
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
KEYS = {'Escape': 27, 'ArrowLeft': 37, 'ArrowUp': 38, 'ArrowRight': 39, 'ArrowDown': 40, 'Tab': 9,
        'Enter': 13, '+': 187, '-': 189, '0': 48}


class Browser:
    """One page. `wrong` collects uncaught errors, messages of the console that are errors and
    violations of the content security policy."""

    def __init__(self, folder, patience, width=1400, height=1000):
        self.patience, self.last, self.events, self.wrong = patience, 0, [], []
        self.folder = pathlib.Path(folder)
        (from_us, self.to_browser), (self.from_browser, to_us) = os.pipe(), os.pipe()

        def pipes():
            # Neither end may be replaced before it is copied.
            read, write = os.dup(from_us), os.dup(to_us)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [CHROMIUM, '--headless=new', '--no-sandbox', '--disable-gpu',
             '--disable-dev-shm-usage', '--disable-background-networking', '--no-first-run',
             '--hide-scrollbars', '--remote-debugging-pipe',
             f'--user-data-dir={self.folder / "profile"}', f'--window-size={width},{height}',
             'about:blank'],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=pipes)
        os.close(from_us)
        os.close(to_us)
        self.rest = b''
        self.session = None
        target = next(one for one in self('Target.getTargets')['targetInfos']
                      if one['type'] == 'page')
        self.session = self('Target.attachToTarget', targetId=target['targetId'],
                            flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log'):
            self(f'{domain}.enable')
        self('Browser.setDownloadBehavior', behavior='allow', downloadPath=str(self.folder),
             eventsEnabled=True)

    def close(self):
        try:
            self('Browser.close')
        except (OSError, TimeoutError):
            pass
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.process.kill()
        self.process.wait()

    def receive(self, deadline):
        while b'\0' not in self.rest:
            ready, _, _ = select.select([self.from_browser], [], [],
                                        max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError('the browser does not answer')
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                raise OSError('the browser has ended')
            self.rest += piece
        message, self.rest = self.rest.split(b'\0', 1)
        return json.loads(message)

    def note(self, event):
        kind, about = event.get('method'), event.get('params', {})
        if kind == 'Runtime.exceptionThrown':
            details = about['exceptionDetails']
            self.wrong.append(details.get('exception', {}).get('description', details['text']))
        if kind == 'Log.entryAdded' and about['entry']['level'] == 'error':
            self.wrong.append(about['entry']['text'])
        self.events.append((kind, about))

    def __call__(self, method, **arguments):
        self.last += 1
        message = {'id': self.last, 'method': method, 'params': arguments}
        if self.session and not method.startswith(('Target.', 'Browser.')):
            message['sessionId'] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b'\0')
        deadline = time.monotonic() + self.patience
        while True:
            answer = self.receive(deadline)
            if answer.get('id') == self.last:
                if 'error' in answer:
                    raise AssertionError(f'{method}: {answer["error"]}')
                return answer['result']
            self.note(answer)

    def open(self, path):
        self.events.clear()
        self('Page.navigate', url=pathlib.Path(path).as_uri())
        self.wait("document.readyState === 'complete' && "
                  "(typeof hasTexts === 'undefined' || !hasTexts || reading.texts !== null)")

    def run(self, script):
        found = self('Runtime.evaluate', expression=script, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in found:
            details = found['exceptionDetails']
            raise AssertionError(details.get('exception', {}).get('description', details))
        return found['result'].get('value')

    def wait(self, condition):
        deadline = time.monotonic() + self.patience
        while not self.run(condition):
            if time.monotonic() > deadline:
                raise TimeoutError(condition)
            time.sleep(0.05)

    def settle(self):
        """Until what was asked for is drawn."""
        self.run('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')

    def size(self, width, height, scheme='light', touch=False):
        self('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1,
             mobile=False)
        self('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme',
                                                      'value': scheme}])
        self('Emulation.setTouchEmulationEnabled', enabled=touch)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse('mouseMoved', x, y)
        self.mouse('mousePressed', x, y, button='left', clickCount=1)
        self.mouse('mouseReleased', x, y, button='left', clickCount=1)

    def drag(self, places, modifiers=0):
        """modifiers: 8 is Shift."""
        self.mouse('mousePressed', *places[0], button='left', clickCount=1, modifiers=modifiers)
        for place in places[1:]:
            self.mouse('mouseMoved', *place, button='left', buttons=1, modifiers=modifiers)
        self.mouse('mouseReleased', *places[-1], button='left', clickCount=1, modifiers=modifiers)

    def wheel(self, x, y, turned):
        self.mouse('mouseWheel', x, y, deltaX=0, deltaY=turned)

    def touch(self, kind, *places):
        self('Input.dispatchTouchEvent', type=kind,
             touchPoints=[{'x': x, 'y': y, 'id': i} for i, (x, y) in enumerate(places)])

    def key(self, key):
        for kind in ('keyDown', 'keyUp'):
            self('Input.dispatchKeyEvent', type=kind, key=key, windowsVirtualKeyCode=KEYS[key],
                 **({'text': key} if kind == 'keyDown' and len(key) == 1 else {}))

    def type(self, text):
        self('Input.insertText', text=text)

    def middle(self, selector):
        """Of an element, scrolled into view."""
        return self.run(f'''(() => {{
            const one = document.querySelector({json.dumps(selector)});
            one.scrollIntoView({{block: 'center'}});
            const box = one.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }})()''')

    def press(self, selector):
        self.click(*self.middle(selector))
        self.settle()

    def download(self, name):
        """The content of a file that the page saves."""
        deadline = time.monotonic() + self.patience
        while True:
            done = [about for kind, about in self.events if kind == 'Browser.downloadProgress'
                    and about['state'] == 'completed']
            if done:
                break
            self.note(self.receive(deadline))
        self.events.clear()
        file = self.folder / name
        content = file.read_bytes()
        file.unlink()
        return content

    def picture(self, path):
        shot = self('Page.captureScreenshot', format='png')
        pathlib.Path(path).write_bytes(base64.b64decode(shot['data']))
