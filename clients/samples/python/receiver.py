"""
Receives the gateway's events, verifies them, and answers messages that say "hours". It keeps nothing: the key of
each answer is made of the event's id, so an event that arrives twice, even after a restart, is answered once.
Python 3.9 or later; the standard library only.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = "We are open from 9 to 18 h."
MAX_BODY_BYTES = 1024 * 1024
TOLERANCE_SEC = 300
# Refusals that another attempt would not change. After any other failure the gateway posts the event again.
FINAL = {400, 404, 422}

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"), validate=True)
if not KEY:
    raise SystemExit("WEBHOOK_SECRET is not a signing secret.")
API_URL = os.environ["API_URL"]
API_KEY = os.environ["API_KEY"]


def is_genuine(headers, body):
    """Whether one of the signatures is right and the post is at most five minutes old."""
    event_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    signed = f"{event_id}.{sent_at}.".encode("latin-1") + body
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    # For a day after the secret was replaced there are two signatures, one for each secret.
    signatures = headers.get("webhook-signature", "").encode("latin-1").split(b" ")
    if not any([hmac.compare_digest(one, b"v1," + expected) for one in signatures]):
        return False
    return abs(time.time() - int(sent_at)) <= TOLERANCE_SEC  # signed, so it is a number


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is sent nowhere else."""

    def redirect_request(self, *_):
        return None


api = urllib.request.build_opener(NoRedirect)


def send(message, idempotency_key):
    """Sends a message. Returns the API's status, and 0 if there was no answer."""
    headers = {
        "Authorization": f"Bearer {API_KEY}",
        "Content-Type": "application/json",
        "Idempotency-Key": idempotency_key,
    }
    request = urllib.request.Request(f"{API_URL}/v1/messages", json.dumps(message).encode(), headers)
    try:
        with api.open(request, timeout=10) as response:  # the gateway waits 15 seconds for us
            return response.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def handle(event):
    """Answers the event's message if it asks for the hours. Returns the HTTP status for the gateway."""
    data = event["data"]
    if event["type"] != "message.received" or (data["body"] or "").strip().lower() != "hours":
        return 204
    message = {"instance_id": data["instance_id"], "chat_id": data["chat_id"], "text": ANSWER}
    status = send(message, f"answer-{event['id']}")
    print(f"{event['id']}: the API answered {status}", file=sys.stderr)
    return 204 if status in (200, 202) or status in FINAL else 503


class Receiver(BaseHTTPRequestHandler):
    timeout = 15  # seconds without a byte

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return self.answer(411)
        if len(length) > 9 or int(length) > MAX_BODY_BYTES:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not is_genuine(self.headers, body):
            return self.answer(401)
        self.answer(handle(json.loads(body)))

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


if __name__ == "__main__":
    port = int(os.environ.get("PORT", "3000"))
    print(f"Listening on http://127.0.0.1:{port}", file=sys.stderr)
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
