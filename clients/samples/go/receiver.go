// Receives the gateway's events, verifies them, and answers messages that say "hours". It keeps nothing: the key of
// each answer is made of the event's id, so an event that arrives twice, even after a restart, is answered once.
// Go 1.19 or later; the standard library only.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	answer       = "We are open from 9 to 18 h."
	maxBodyBytes = 1024 * 1024
	tolerance    = 300 * time.Second
)

type event struct {
	ID   string `json:"id"`
	Type string `json:"type"`
	Data struct {
		InstanceID string `json:"instance_id"`
		ChatID     string `json:"chat_id"`
		Body       string `json:"body"`
	} `json:"data"`
}

var (
	secret = setting("WEBHOOK_SECRET")
	apiURL = setting("API_URL")
	apiKey = setting("API_KEY")
	client = &http.Client{
		Timeout: 10 * time.Second, // the gateway waits 15 seconds for us
		// The key is sent nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
)

func setting(name string) string {
	value := os.Getenv(name)
	if value == "" {
		log.Fatalf("Set the environment variable %s.", name)
	}
	return value
}

// isGenuine reports whether one of the signatures is right and the post is at most five minutes old.
func isGenuine(header http.Header, body, key []byte) bool {
	sentAt := header.Get("webhook-timestamp")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + sentAt + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// For a day after the secret was replaced there are two signatures, one for each secret.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			seconds, err := strconv.ParseInt(sentAt, 10, 64)
			age := time.Since(time.Unix(seconds, 0))
			return err == nil && -tolerance <= age && age <= tolerance
		}
	}
	return false
}

// send sends a text. It returns the API's status, and 0 if there was no answer.
func send(instanceID, chatID, text, idempotencyKey string) int {
	body, _ := json.Marshal(map[string]string{"instance_id": instanceID, "chat_id": chatID, "text": text})
	request, err := http.NewRequest(http.MethodPost, apiURL+"/v1/messages", bytes.NewReader(body))
	if err != nil {
		return 0
	}
	request.Header.Set("Authorization", "Bearer "+apiKey)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", idempotencyKey)
	response, err := client.Do(request)
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// handle answers the event's message if it asks for the hours. It returns the HTTP status for the gateway.
func handle(e event) int {
	if e.Type != "message.received" || strings.ToLower(strings.TrimSpace(e.Data.Body)) != "hours" {
		return http.StatusNoContent
	}
	status := send(e.Data.InstanceID, e.Data.ChatID, answer, "answer-"+e.ID)
	log.Printf("%s: the API answered %d", e.ID, status)
	switch status {
	case 200, 202, 400, 404, 422: // sent; or refused in a way that another attempt would not change
		return http.StatusNoContent
	}
	return http.StatusServiceUnavailable // the gateway posts the event again
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is not a signing secret.")
	}
	receive := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
		var e event
		switch {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case err != nil:
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		case !isGenuine(r.Header, body, key):
			w.WriteHeader(http.StatusUnauthorized)
		case json.Unmarshal(body, &e) != nil:
			w.WriteHeader(http.StatusBadRequest)
		default:
			w.WriteHeader(handle(e))
		}
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	server := &http.Server{Addr: "127.0.0.1:" + port, Handler: http.HandlerFunc(receive), ReadTimeout: 15 * time.Second}
	log.Printf("Listening on http://127.0.0.1:%s", port)
	log.Fatal(server.ListenAndServe())
}
