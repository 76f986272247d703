/**
 * Fields that can contain people's messages, names, phone numbers or locations. They are shown in full only with
 * `--with-contents`.
 */
export const CONTENTS_FIELDS: ReadonlySet<string> = new Set([
  ...["body", "text", "content", "media", "file", "location", "contact", "poll", "order", "product"],
  ...["reactions", "results", "votes", "poll_votes", "voter", "emoji", "mentions", "options", "filename"],
  ...["phone", "chat_id", "participant", "contact_name", "person", "from", "author", "network_chat", "chat_link"],
  ...["private_id", "merged_into", "linked_phone", "other_phone", "name", "about", "external_ref", "contact_email"],
  ...["source", "last_used_from", "allowed_ips", "command", "error", "last_error"],
]);

/**
 * Fields that are secrets or provide access to something. Their text is never shown, however deeply they are nested.
 */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...["key", "secret", "previous_secret", "hmac", "sha256", "text_hash", "code", "qr", "value", "token", "answer"],
]);

/** Fields whose text always comes from our own fixed lists of values. */
export const OPEN_FIELDS: ReadonlySet<string> = new Set([
  ...["type", "kind", "status", "status_reason", "state", "step", "class", "direction", "origin", "error_code"],
  ...["waiting_reason", "paused_reason", "wanted", "wanted_before", "plan", "timezone", "mimetype", "network_id"],
  ...["network_server_id", "last_in_id", "owner", "actor", "by", "action", "changed", "subject", "events", "url_use"],
  ...["url_from", "lane", "forward_to", "run", "queue", "task", "detail_type", "error_class", "last4", "bus"],
]);

/** Fields with an item's key, which can include a phone number. */
export const PLACE_FIELDS: ReadonlySet<string> = new Set([
  ...["pk", "sk", "gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk", "gsi3pk", "gsi3sk", "row"],
]);
