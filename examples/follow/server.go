// A web server that answers with the topics of texts: go run server.go MODEL [PORT]
//
//	curl --data-binary 'a text' http://localhost:8080/
//	curl -H 'Content-Type: application/json' -d '{"id": 7, "text": "a text"}' http://localhost:8080/
//
// One process of manifact keeps the model in memory; requests are lines for it, one after the
// other. MANIFACT names another program than manifact.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
)

const longest = 1 << 20 // bytes of a request

type topics struct {
	sync.Mutex
	to   io.Writer
	from *bufio.Reader
}

func start(model string) (*topics, error) {
	program := os.Getenv("MANIFACT")
	if program == "" {
		program = "manifact"
	}
	command := exec.Command(program, "assign", model, "-", "--follow", "--format", "jsonl", "--quiet")
	command.Stderr = os.Stderr
	to, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &topics{to: to, from: bufio.NewReader(from)}, command.Start()
}

// of gives the answer to a request, one line of JSON.
func (t *topics) of(request []byte) ([]byte, error) {
	t.Lock()
	defer t.Unlock()
	if _, err := t.to.Write(append(request, '\n')); err != nil {
		return nil, err
	}
	return t.from.ReadBytes('\n')
}

func (t *topics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longest))
	if r.Method != http.MethodPost || err != nil || len(body) == 0 {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintln(w, `{"error": "expected a text of at most 1 MB, by POST"}`)
		return
	}
	var line bytes.Buffer
	if r.Header.Get("Content-Type") == "application/json" {
		err = json.Compact(&line, body) // on one line
	} else {
		var text []byte
		text, err = json.Marshal(map[string]string{"text": string(body)})
		line.Write(text)
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
		return
	}
	answer, err := t.of(line.Bytes())
	var problem struct{ Error string }
	switch json.Unmarshal(answer, &problem); {
	case err != nil:
		w.WriteHeader(http.StatusServiceUnavailable)
		answer = []byte(`{"error": "the program has ended"}`)
	case problem.Error != "":
		w.WriteHeader(http.StatusBadRequest)
	}
	w.Write(answer)
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("server MODEL [PORT]")
	}
	port := "8080"
	if len(os.Args) > 2 {
		port = os.Args[2]
	}
	answers, err := start(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, answers))
}
