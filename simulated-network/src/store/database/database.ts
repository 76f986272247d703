import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The schema for everything that must survive a `kill -9` of the network. Times are milliseconds since 1970. */
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
CREATE TABLE IF NOT EXISTS written_messages (
  phone TEXT NOT NULL, id TEXT NOT NULL, chat_id TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL,
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
CREATE TABLE IF NOT EXISTS poll_votes (
  phone TEXT NOT NULL, message_id TEXT NOT NULL, voter TEXT NOT NULL, options TEXT NOT NULL,
  PRIMARY KEY (phone, message_id, voter)
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
CREATE TABLE IF NOT EXISTS groups (
  id TEXT PRIMARY KEY, form TEXT NOT NULL, creator TEXT NOT NULL, created_at INTEGER NOT NULL,
  subject TEXT NOT NULL, subject_by TEXT NOT NULL, subject_at INTEGER NOT NULL, description TEXT NOT NULL,
  description_id TEXT NOT NULL, description_by TEXT NOT NULL, description_at INTEGER NOT NULL,
  invite_code TEXT NOT NULL, announcement INTEGER NOT NULL, locked INTEGER NOT NULL, admins_add INTEGER NOT NULL,
  join_approval INTEGER NOT NULL, disappearing_seconds INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS group_members (
  group_id TEXT NOT NULL, phone TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (group_id, phone)
) STRICT;
CREATE INDEX IF NOT EXISTS groups_of_phone ON group_members (phone);
CREATE TABLE IF NOT EXISTS group_requests (
  group_id TEXT NOT NULL, phone TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (group_id, phone)
) STRICT;
CREATE TABLE IF NOT EXISTS group_departures (
  group_id TEXT NOT NULL, phone TEXT NOT NULL, removed INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (group_id, phone)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS group_growth (
  group_id TEXT PRIMARY KEY, size_limit INTEGER NOT NULL, locked_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS group_offers (
  group_id TEXT NOT NULL, phone TEXT NOT NULL, code TEXT NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (group_id, phone)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS retired_invites (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS communities (id TEXT PRIMARY KEY, announcements TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS community_groups (group_id TEXT PRIMARY KEY, community TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS dirty_marks (
  phone TEXT NOT NULL, device INTEGER NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (phone, device, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sender_keys (
  phone TEXT NOT NULL, group_id TEXT NOT NULL, sender TEXT NOT NULL, sender_device INTEGER NOT NULL,
  record TEXT NOT NULL, PRIMARY KEY (phone, group_id, sender, sender_device)
) STRICT;
CREATE TABLE IF NOT EXISTS sender_key_holders (
  phone TEXT NOT NULL, group_id TEXT NOT NULL, holder TEXT NOT NULL, holder_device INTEGER NOT NULL,
  PRIMARY KEY (phone, group_id, holder, holder_device)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, token TEXT NOT NULL, content TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS standing (
  phone TEXT PRIMARY KEY, restricted_until INTEGER NOT NULL, enforcement TEXT NOT NULL, banned_until INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS quotas (
  phone TEXT PRIMARY KEY, total INTEGER NOT NULL, used INTEGER NOT NULL, status TEXT NOT NULL, ends_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS token_demands (phone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calls (
  id TEXT PRIMARY KEY, caller TEXT NOT NULL, callee TEXT NOT NULL, video INTEGER NOT NULL, state TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS channels (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT NOT NULL, owner TEXT NOT NULL, invite TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS channel_followers (
  channel_id TEXT NOT NULL, phone TEXT NOT NULL, muted INTEGER NOT NULL, PRIMARY KEY (channel_id, phone)
) STRICT;
CREATE TABLE IF NOT EXISTS channel_posts (
  channel_id TEXT NOT NULL, server_id INTEGER NOT NULL, id TEXT NOT NULL, content BLOB NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (channel_id, server_id)
) STRICT;
CREATE TABLE IF NOT EXISTS channel_post_facts (
  channel_id TEXT NOT NULL, server_id INTEGER NOT NULL, type TEXT NOT NULL, mediatype TEXT, author TEXT NOT NULL,
  is_shown INTEGER NOT NULL, edited_at INTEGER, is_deleted INTEGER NOT NULL, views INTEGER NOT NULL,
  PRIMARY KEY (channel_id, server_id)
) STRICT;
CREATE TABLE IF NOT EXISTS channel_reactions (
  channel_id TEXT NOT NULL, server_id INTEGER NOT NULL, phone TEXT NOT NULL, emoji TEXT NOT NULL,
  PRIMARY KEY (channel_id, server_id, phone)
) STRICT;
CREATE TABLE IF NOT EXISTS channel_admins (
  channel_id TEXT NOT NULL, phone TEXT NOT NULL, PRIMARY KEY (channel_id, phone)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS channel_states (channel_id TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS accepted_notices (
  phone TEXT NOT NULL, notice TEXT NOT NULL, PRIMARY KEY (phone, notice)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notice_demands (phone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS businesses (phone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pictures (subject TEXT PRIMARY KEY, id TEXT NOT NULL, path TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS abouts (phone TEXT PRIMARY KEY, about TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS app_state_patches (
  phone TEXT NOT NULL, collection TEXT NOT NULL, version INTEGER NOT NULL, patch BLOB NOT NULL,
  PRIMARY KEY (phone, collection, version)
) STRICT;
CREATE TABLE IF NOT EXISTS app_states (
  phone TEXT NOT NULL, collection TEXT NOT NULL, version INTEGER NOT NULL, hash BLOB NOT NULL,
  PRIMARY KEY (phone, collection)
) STRICT;
CREATE TABLE IF NOT EXISTS app_state_records (
  phone TEXT NOT NULL, collection TEXT NOT NULL, index_mac BLOB NOT NULL, record BLOB NOT NULL,
  PRIMARY KEY (phone, collection, index_mac)
) STRICT;
CREATE TABLE IF NOT EXISTS app_state_snapshots (
  phone TEXT NOT NULL, collection TEXT NOT NULL, version INTEGER NOT NULL, reference BLOB NOT NULL,
  PRIMARY KEY (phone, collection)
) STRICT;
CREATE TABLE IF NOT EXISTS app_state_keys (phone TEXT PRIMARY KEY, latest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phone_chats (
  phone TEXT NOT NULL, chat_id TEXT NOT NULL, archived INTEGER NOT NULL DEFAULT 0, pinned_at INTEGER,
  muted_until INTEGER, marked_unread INTEGER NOT NULL DEFAULT 0, read_to INTEGER NOT NULL DEFAULT 0, deleted_to INTEGER,
  PRIMARY KEY (phone, chat_id)
) STRICT;
CREATE TABLE IF NOT EXISTS chat_timers (
  phone TEXT NOT NULL, chat_id TEXT NOT NULL, sec INTEGER NOT NULL, set_at INTEGER NOT NULL, PRIMARY KEY (phone, chat_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phone_labels (
  phone TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, color INTEGER NOT NULL, PRIMARY KEY (phone, id)
) STRICT;
CREATE TABLE IF NOT EXISTS phone_labeled_chats (
  phone TEXT NOT NULL, label_id TEXT NOT NULL, chat_id TEXT NOT NULL, PRIMARY KEY (phone, label_id, chat_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS phone_contacts (
  phone TEXT NOT NULL, contact TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (phone, contact)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS private_id_accounts (phone TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pasts (phone TEXT PRIMARY KEY, past TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the network's database.
 *
 * @param dataDir a folder, created if it doesn't exist. Null keeps everything in memory.
 */
export function openDatabase(dataDir: string | null): DatabaseSync {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(dataDir === null ? ":memory:" : join(dataDir, "network.sqlite"));
  // A write-ahead log with NORMAL survives a crash of the process (but not of the machine) without a sync per commit.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;");
  database.exec(SCHEMA);
  return database;
}
