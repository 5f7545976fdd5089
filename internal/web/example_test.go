package web_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"turncoat/internal/web"
)

// The handler serves the page at its root, and answers the page's questions at "ask".
func ExampleHandler() {
	handler, err := web.Handler(web.Options{})
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(handler) // on the loopback interface
	defer server.Close()

	question := `{"id":1,"ask":"perft","rules":"chess","fen":"start","depth":3}`
	answer, err := http.Post(server.URL+"/ask", "application/json", strings.NewReader(question))
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(err)
	}
	fmt.Print(string(text))
	// Output: {"id":1,"nodes":8902}
}
