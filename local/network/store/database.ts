import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Everything the network must still know after `kill -9`. Times are milliseconds since 1970. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS people (
  phone TEXT PRIMARY KEY, lid TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
  auto_deliver INTEGER NOT NULL DEFAULT 1, auto_read INTEGER NOT NULL DEFAULT 0,
  online INTEGER NOT NULL DEFAULT 1, hide_number INTEGER NOT NULL DEFAULT 0,
  identity_private BLOB NOT NULL, identity_public BLOB NOT NULL, registration_id INTEGER NOT NULL,
  signed_key_private BLOB NOT NULL, signed_key_public BLOB NOT NULL, signed_key_signature BLOB NOT NULL,
  next_device INTEGER NOT NULL DEFAULT 1, next_one_time_key INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE TABLE IF NOT EXISTS devices (
  phone TEXT NOT NULL, device INTEGER NOT NULL, noise_key BLOB NOT NULL, identity_key BLOB NOT NULL,
  registration_id INTEGER NOT NULL, signed_key_id INTEGER NOT NULL, signed_key_public BLOB NOT NULL,
  signed_key_signature BLOB NOT NULL, greeted INTEGER NOT NULL DEFAULT 0, linked_at INTEGER NOT NULL,
  PRIMARY KEY (phone, device)
) STRICT;
CREATE TABLE IF NOT EXISTS one_time_keys (
  phone TEXT NOT NULL, device INTEGER NOT NULL, id INTEGER NOT NULL, public BLOB NOT NULL, private BLOB,
  PRIMARY KEY (phone, device, id)
) STRICT;
CREATE TABLE IF NOT EXISTS sessions (
  phone TEXT NOT NULL, peer_phone TEXT NOT NULL, peer_device INTEGER NOT NULL, record TEXT NOT NULL,
  PRIMARY KEY (phone, peer_phone, peer_device)
) STRICT;
CREATE TABLE IF NOT EXISTS waiting_stanzas (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, phone TEXT NOT NULL, device INTEGER NOT NULL,
  class TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, node TEXT NOT NULL, not_before INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS waiting_of_device ON waiting_stanzas (phone, device, seq);
CREATE TABLE IF NOT EXISTS passed_messages (
  sender TEXT NOT NULL, sender_device INTEGER NOT NULL, id TEXT NOT NULL, phone TEXT NOT NULL, device INTEGER NOT NULL,
  PRIMARY KEY (sender, sender_device, id, phone, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sent_messages (
  phone TEXT NOT NULL, id TEXT NOT NULL, chat_phone TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (phone, id)
) STRICT;
CREATE TABLE IF NOT EXISTS inbox (
  phone TEXT NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, chat_id TEXT NOT NULL, author TEXT NOT NULL,
  author_device INTEGER NOT NULL, addressed_as TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL,
  edited INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, status TEXT,
  PRIMARY KEY (phone, id)
) STRICT;
CREATE INDEX IF NOT EXISTS inbox_in_order ON inbox (phone, seq);
CREATE TABLE IF NOT EXISTS reactions (
  phone TEXT NOT NULL, message_id TEXT NOT NULL, author TEXT NOT NULL, emoji TEXT NOT NULL,
  PRIMARY KEY (phone, message_id, author)
) STRICT;
CREATE TABLE IF NOT EXISTS retry_requests (
  phone TEXT NOT NULL, id TEXT NOT NULL, peer_phone TEXT NOT NULL, peer_device INTEGER NOT NULL, count INTEGER NOT NULL,
  PRIMARY KEY (phone, id, peer_phone, peer_device)
) STRICT;
CREATE TABLE IF NOT EXISTS device_list_watchers (
  watched TEXT NOT NULL, phone TEXT NOT NULL, device INTEGER NOT NULL, PRIMARY KEY (watched, phone, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blocked (
  phone TEXT NOT NULL, blocked_phone TEXT NOT NULL, PRIMARY KEY (phone, blocked_phone)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS privacy_settings (
  phone TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (phone, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS app_state_patches (
  phone TEXT NOT NULL, collection TEXT NOT NULL, version INTEGER NOT NULL, patch BLOB NOT NULL,
  PRIMARY KEY (phone, collection, version)
) STRICT;
`;

/**
 * Opens the network's database.
 *
 * @param dataDir a folder, made when missing; null keeps everything in memory.
 */
export function openDatabase(dataDir: string | null): DatabaseSync {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(dataDir === null ? ":memory:" : join(dataDir, "network.sqlite"));
  // A write-ahead log with NORMAL survives the death of the process (not of the machine) without a sync per commit.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
  database.exec(SCHEMA);
  return database;
}
