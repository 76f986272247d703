import type { AccountId, InstanceId, MessageId } from "./contracts/ids.ts";
/**
 * Interfaces with two implementations: for AWS and for a single machine, or real and simulated. Contains only types.
 */

/** The gateway's clock. Everything that depends on time uses this clock, so tests and the sandbox can move it. */
export interface Clock {
  now(): Date;
  /**
   * Resolves once `now()` has reached `at` (immediately if it already has), or when `signal` aborts. Never rejects.
   * Setting the clock back doesn't extend the wait.
   */
  until(at: Date, signal?: AbortSignal): Promise<void>;
}

/** Generates ids and random bytes. */
export interface Ids {
  /**
   * Returns a time-ordered id such as `msg_01J…`. Within one process, ids never decrease, even within the same
   * millisecond.
   */
  next<P extends string>(prefix: P, at: Date): `${P}_${string}`;
  /** Returns cryptographically random bytes. */
  random(sizeBytes: number): Buffer;
}

/**
 * Sends the message "check this lane", to be delivered at `at` or slightly later. Messages may be lost or duplicated,
 * so the table is authoritative.
 */
export interface Wakeups {
  /** @param about the message that wakes an instance's lane, so the message can be read together with the lane. */
  wake(lane: string, at: Date, about?: MessageId): Promise<void>;
}

/** The account or instance that owns a secret's data key. */
export type VaultOwner = { account_id: AccountId } | { instance_id: InstanceId };

/**
 * Seals secrets for the table with AES-256-GCM, under the owner's data key, which is wrapped by KMS. `place` (record
 * and field) is authenticated, so a ciphertext can't be opened after being moved elsewhere.
 */
export interface Vault {
  seal(owner: VaultOwner, place: string, clear: Uint8Array): Promise<Uint8Array>;
  /** @throws if the bytes were sealed for another owner or place, or were modified. */
  open(owner: VaultOwner, place: string, sealed: Uint8Array): Promise<Buffer>;
}

/** A vault that can hold on to data keys, so it doesn't have to unwrap an owner's key every few minutes. */
export interface KeepingVault extends Vault {
  /**
   * Keeps the owner's data key in memory from its next use on. @returns a function that releases the key, after which
   * it has to be unwrapped again.
   */
  keepKey(owner: VaultOwner): () => void;
}

/**
 * The result of a signed POST. `status` is null if there was no response (the connection was refused or timed out, or
 * the address isn't public).
 */
export interface PostResult {
  status: number | null;
  /** A plain-language error for the list of deliveries, or null if the status is a 2xx. */
  error: string | null;
  /** The time from the DNS look-up to the last response header, in milliseconds. Absent if it wasn't measured. */
  ms?: number;
  /** The start of the response as text, if the status isn't a 2xx. Absent if the response is empty. */
  answer?: string;
}

/** Posts a body to a customer's URL through the guarded client. Never rejects. */
export type Post = (request: { url: string; headers: Record<string, string>; body: string }) => Promise<PostResult>;

/**
 * `private`: the host resolves to a non-public address. `unresolved`: the host doesn't resolve, or the look-up times
 * out.
 */
export type HostVerdict = "public" | "private" | "unresolved";

/** Checks whether a webhook may use the host. Never rejects. */
export type HostCheck = (hostname: string) => Promise<HostVerdict>;

/** An entry for the deployment's event bus. */
export interface BusEntry {
  source: string;
  detail_type: string;
  /** A JSON object, serialized. */
  detail: string;
  at: Date;
}

/** The deployment's event bus (EventBridge). */
export interface EventBus {
  /**
   * Puts entries on the bus. Never rejects. An entry that got no response may still be on the bus.
   * @returns for each entry, in order, null if it is on the bus, otherwise the reason it isn't. An entry with
   * `TOO_LARGE` can never be sent.
   */
  put(entries: BusEntry[]): Promise<(string | null)[]>;
}

/** Why a connection to the event stream is closed. */
export type StreamEnd = "behind" | "ended" | "refused";

/** The open connections to the event stream. */
export interface StreamConnections {
  /**
   * Sends a frame as soon as the connection can receive it. Frames arrive in the order in which they were sent.
   * @returns `behind` if the connection has received nothing for too long; `gone` if it is no longer open.
   */
  post(connection: string, frame: string): Promise<"sent" | "behind" | "gone">;
  /**
   * Closes a connection once everything has been sent. Closing it twice isn't an error. @param last a final frame to
   * send first.
   */
  close(connection: string, why: StreamEnd, last?: string): Promise<void>;
  isOpen(connection: string): Promise<boolean>;
}

/** An e-mail to the people in charge of an account. */
export interface MailMessage {
  /** Identifies the e-mail. Sending with the same id repeats the same e-mail. */
  id: string;
  to: string[];
  subject: string;
  text: string;
  at: Date;
  /** When the mail stops being useful because something in it expires. Absent if nothing in it expires. */
  until?: Date;
}

/** Sends e-mail, or stores it where someone can look at it. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}

/** The headers to serve a file with. */
export interface FileAbout {
  mimetype: string;
  filename: string | null;
  /** How long a link to the file works, in seconds. Defaults to 24 hours. */
  for_sec?: number;
}

/**
 * The store for sent and received files, in S3. Keys begin with the account and the instance. Files are deleted after
 * 30 days.
 */
export interface MediaStore {
  /**
   * Stores a file from a stream, counting and hashing its bytes. @throws FileTooLarge if the file exceeds `maxBytes`,
   * in which case nothing is stored.
   * @returns the file's size and its SHA-256 in hex.
   */
  put(
    key: string,
    file: AsyncIterable<Uint8Array> | Uint8Array,
    about: { mimetype: string; filename: string | null; maxBytes: number },
  ): Promise<{ size_bytes: number; sha256: string }>;
  /** @returns null if the file is no longer stored. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  remove(key: string): Promise<void>;
  /** Returns a gateway link that lets anyone fetch the file, for 24 hours unless `about` sets another time. */
  link(key: string, about: FileAbout): Promise<string>;
}

/** Lists the keys of stored files. */
export interface FileNames {
  /**
   * Returns up to `most` keys that begin with the prefix. The result is empty only if there are no such keys at all.
   */
  list(prefix: string, most: number): Promise<string[]>;
}

/** Signs URLs that clients can upload files to. */
export interface UploadAddresses {
  /**
   * Returns a URL that accepts a single PUT of exactly this file, with these headers, within the specified number of
   * seconds.
   * @param about.sha256 in hex.
   */
  signUpload(
    key: string,
    about: { size_bytes: number; sha256: string },
    forSec: number,
  ): Promise<{ url: string; headers: Record<string, string> }>;
}

/** Access to stored files, for redirecting anyone who follows a link. */
export interface StoredFiles {
  /** Whether the file is still stored. */
  has(key: string): Promise<boolean>;
  /**
   * Returns an S3 URL for immediate use: it expires after a few minutes, or earlier if the signer's own credentials do.
   */
  sign(key: string, about: FileAbout): Promise<string>;
}

/** Writes structured log lines. Fields never contain message bodies, full phone numbers, keys, or secrets. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
