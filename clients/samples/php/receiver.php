<?php

/**
 * Receives the gateway's events, verifies them, and answers messages that say "hours". It keeps nothing: the key of
 * each answer is made of the event's id, so an event that arrives twice, even after a restart, is answered once.
 * PHP 8.0 or later, without packages. An https API_URL needs the extension openssl.
 */

declare(strict_types=1);

const ANSWER = 'We are open from 9 to 18 h.';
const MAX_BODY_BYTES = 1024 * 1024;
const TOLERANCE_SEC = 300;
/** Refusals that another attempt would not change. After any other failure the gateway posts the event again. */
const FINAL_STATUSES = [400, 404, 422];

/** Returns a setting from the environment. */
function setting(string $name): string
{
    $value = getenv($name);
    if (!is_string($value) || $value === '') {
        throw new RuntimeException("Set the environment variable $name.");
    }
    return $value;
}

/** Whether one of the signatures is right and the post is at most five minutes old. */
function isGenuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $sentAt = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $key = base64_decode(preg_replace('/^whsec_/', '', setting('WEBHOOK_SECRET')), true);
    if ($key === false || $key === '') {
        throw new RuntimeException('WEBHOOK_SECRET is not a signing secret.');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sentAt.$body", $key, true));
    // For a day after the secret was replaced there are two signatures, one for each secret.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return abs(time() - (int) $sentAt) <= TOLERANCE_SEC;
        }
    }
    return false;
}

/** Sends a message. Returns the API's status, and 0 if there was no answer. */
function send(array $message, string $idempotencyKey): int
{
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Bearer ' . setting('API_KEY'),
            'Content-Type: application/json',
            "Idempotency-Key: $idempotencyKey",
        ],
        'content' => json_encode($message, JSON_THROW_ON_ERROR),
        'timeout' => 10, // the gateway waits 15 seconds for us
        'follow_location' => 0, // the key is sent nowhere else
        'ignore_errors' => true,
    ]]);
    $answer = @fopen(setting('API_URL') . '/v1/messages', 'r', false, $context);
    $statusLine = $answer === false ? '' : stream_get_meta_data($answer)['wrapper_data'][0] ?? '';
    return preg_match('~^HTTP/\S+ (\d{3})~', $statusLine, $found) === 1 ? (int) $found[1] : 0;
}

/** Answers the event's message if it asks for the hours. Returns the HTTP status for the gateway. */
function handle(array $event): int
{
    $data = $event['data'];
    if ($event['type'] !== 'message.received' || strtolower(trim($data['body'] ?? '')) !== 'hours') {
        return 204;
    }
    $message = ['instance_id' => $data['instance_id'], 'chat_id' => $data['chat_id'], 'text' => ANSWER];
    $status = send($message, "answer-{$event['id']}");
    error_log("{$event['id']}: the API answered $status");
    return in_array($status, [200, 202, ...FINAL_STATUSES], true) ? 204 : 503;
}

/** Returns the HTTP status for a post. */
function receive(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    $body = (string) file_get_contents('php://input', length: MAX_BODY_BYTES + 1);
    if (strlen($body) > MAX_BODY_BYTES) {
        return 413;
    }
    return isGenuine($body) ? handle(json_decode($body, true, flags: JSON_THROW_ON_ERROR)) : 401;
}

ini_set('display_errors', '0'); // errors are for the log
http_response_code(500); // unless the rest succeeds
http_response_code(receive());
