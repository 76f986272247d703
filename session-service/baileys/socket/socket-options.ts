import type { Agent as HttpsAgent } from "node:https";
import {
  Browsers,
  DEFAULT_CONNECTION_CONFIG,
  type GroupMetadata,
  type SignalKeyStoreWithTransaction,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
} from "@whiskeysockets/baileys";
import type { Owner } from "../../../core/records/owner.ts";
import { noteEncryptions } from "../fixes/notice-departure.ts";
import { trimOwnKeys } from "../fixes/trim-own-keys.ts";
import { isForLibrary } from "../history/history-part.ts";
import type { Journal } from "../journal/journal.ts";
import type { AuthStore } from "../keys/auth-store.ts";
import { bytesAgain } from "../outbound/encode-code.ts";
import { decodeMessage } from "../outbound/encode-message.ts";
import type { ConnectionDeps } from "../shared/connection-deps.ts";
import { QUERY_TIMEOUT_MS } from "../shared/known-answer.ts";
import type { LibraryLog } from "../shared/library-log.ts";
import type { ClientVersion, NetworkSettings } from "../shared/network-settings.ts";
import type { SessionCaches } from "../shared/ttl-cache.ts";

const CONNECT_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 30_000;
/**
 * By how much the library's own query time limit exceeds ours, so that ours is the one that turns silence into an
 * error.
 */
const BEHIND_OURS_MS = 5_000;

/** Sets the root of the network's certificate for all connections that this process opens from now on. */
export function trustNetwork({ rootKey }: NetworkSettings): void {
  if (rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey);
}

/**
 * Returns the library's configuration for one connection, including every value that differs from the library's
 * defaults.
 */
export function socketOptions(
  deps: ConnectionDeps,
  owner: Owner,
  parts: { store: AuthStore; journal: Journal; caches: SessionCaches; version: ClientVersion; log: LibraryLog },
): UserFacingSocketConfig {
  const { store, journal, caches } = parts;
  const way = deps.way();
  const { groups, ...libraryCaches } = caches;
  const { makeSignalRepository } = DEFAULT_CONNECTION_CONFIG;
  return {
    auth: { creds: store.creds, keys: store.keys },
    ...(deps.network.url !== null && { waWebSocketUrl: deps.network.url }),
    version: [...parts.version],
    // Must be one of the library's presets, because the network refuses pairing codes for unknown systems. The phone
    // displays this name for as long as the link exists.
    browser: Browsers.macOS("Chrome"),
    logger: parts.log,
    // The phone would stop ringing if we appeared online.
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    syncFullHistory: false,
    // Refusing all history would lose the first private IDs, without which messages can't be decrypted.
    shouldSyncHistoryMessage: isForLibrary,
    getMessage: async (key) => {
      const bytes = key.id ? await bytesAgain(deps, owner, key.id) : null;
      return bytes ? decodeMessage(bytes) : undefined;
    },
    cachedGroupMetadata: async (group) => groups.get<GroupMetadata>(group),
    ...libraryCaches,
    // The library counts each request for another copy twice, so this allows five requests.
    maxMsgRetryCount: 10,
    enableAutoSessionRecreation: true,
    enableRecentMessageCache: true,
    defaultQueryTimeoutMs: (deps.network.queryMs ?? QUERY_TIMEOUT_MS) + BEHIND_OURS_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    keepAliveIntervalMs: KEEP_ALIVE_MS,
    // Use only a few short retries, because the lock is held throughout.
    transactionOpts: { maxCommitRetries: 3, delayBetweenTriesMs: 200 },
    ...(way.lineAgent && { agent: way.lineAgent as HttpsAgent }), // the library's type knows no other one
    ...(way.uploadAgent && { fetchAgent: way.uploadAgent }),
    options: way.fetches,
    makeSignalRepository: (auth, logger, findPrivateIds) => {
      const keys = auth.keys as SignalKeyStoreWithTransaction; // the library passes its own store
      const repository = trimOwnKeys(makeSignalRepository(auth, logger, findPrivateIds), keys);
      return noteEncryptions(journal.wrap(repository, keys));
    },
  };
}
