import type { AccountId, InstanceId, MessageId } from "./contracts/ids.ts";
/**
 * Interfaces with two implementations: AWS and one machine, or real and simulated. Types only.
 */

/** The gateway's clock. Everything timed goes through it, so that a test or the sandbox can move it. */
export interface Clock {
  now(): Date;
  /**
   * Resolves once `now()` has reached `at` (at once when it has), or when `signal` aborts; never rejects. A clock that
   * is set back does not make it take longer.
   */
  until(at: Date, signal?: AbortSignal): Promise<void>;
}

/** Ids and randomness. */
export interface Ids {
  /** A time-ordered id such as `msg_01J…`; ids of one process never go backwards, even within a millisecond. */
  next<P extends string>(prefix: P, at: Date): `${P}_${string}`;
  /** Cryptographically random bytes. */
  random(sizeBytes: number): Buffer;
}

/**
 * Sends "check this lane" so that it arrives at `at` or a little later. It may be lost or duplicated: the table is the
 * truth.
 */
export interface Wakeups {
  /** @param about the message that woke an instance's lane: it may then be read together with the lane. */
  wake(lane: string, at: Date, about?: MessageId): Promise<void>;
}

/** The account or instance whose data key seals a secret. */
export type VaultOwner = { account_id: AccountId } | { instance_id: InstanceId };

/**
 * Seals secrets for the table: AES-256-GCM under the owner's data key, which KMS wraps. `place` (record and field) is
 * authenticated, so a ciphertext that is moved elsewhere can't be opened.
 */
export interface Vault {
  seal(owner: VaultOwner, place: string, clear: Uint8Array): Promise<Uint8Array>;
  /** @throws if the bytes were sealed for another owner or place, or were changed. */
  open(owner: VaultOwner, place: string, sealed: Uint8Array): Promise<Buffer>;
}

/** A vault that doesn't have to unwrap an owner's data key again every few minutes. */
export interface KeepingVault extends Vault {
  /**
   * Keeps the owner's data key in memory from its next use on. @returns releases it; after that it has to be unwrapped
   * again.
   */
  keepKey(owner: VaultOwner): () => void;
}

/** Result of one signed POST. `status` null means no answer (refused, timed out, not a public address). */
export interface PostResult {
  status: number | null;
  /** One plain sentence for the deliveries list if it was not a 2xx; null otherwise. */
  error: string | null;
  /** From the look-up to the last header, milliseconds; left out: not measured. */
  ms?: number;
  /** Start of the response if it was not a 2xx, as text; left out: empty. */
  answer?: string;
}

/** Posts one body to a customer's URL through the guarded client; never rejects. */
export type Post = (request: { url: string; headers: Record<string, string>; body: string }) => Promise<PostResult>;

/** `private`: resolves to an address that is not public. `unresolved`: does not resolve, or not in time. */
export type HostVerdict = "public" | "private" | "unresolved";

/** Checks whether a webhook may use this host; never rejects. */
export type HostCheck = (hostname: string) => Promise<HostVerdict>;

/** One entry for the deployment's event bus. */
export interface BusEntry {
  source: string;
  detail_type: string;
  /** A JSON object as text. */
  detail: string;
  at: Date;
}

/** The deployment's event bus (EventBridge). */
export interface EventBus {
  /**
   * Never rejects. An entry that got no answer may be on the bus anyway.
   * @returns for each entry, in order: null once it is on the bus, otherwise the reason; `TOO_LARGE` can never be sent.
   */
  put(entries: BusEntry[]): Promise<(string | null)[]>;
}

/** Why a connection to the stream of events is closed. */
export type StreamEnd = "behind" | "ended" | "refused";

/** The open connections to the stream of events. */
export interface StreamConnections {
  /**
   * Sends one frame, once the connection takes it. Frames arrive in the order in which they were sent.
   * @returns `behind` if the connection has taken nothing for too long; `gone` if it is not open any more.
   */
  post(connection: string, frame: string): Promise<"sent" | "behind" | "gone">;
  /** Closes a connection after what was sent. Closing it twice is not an error. @param last one more frame before. */
  close(connection: string, why: StreamEnd, last?: string): Promise<void>;
  isOpen(connection: string): Promise<boolean>;
}

/** A mail to people who run an account. */
export interface MailMessage {
  /** Identifies the mail: a mail sent again under the same id is the same mail. */
  id: string;
  to: string[];
  subject: string;
  text: string;
  at: Date;
  /** When it is no longer useful, because what it names has expired; absent if it names nothing that does. */
  until?: Date;
}

/** Sends mail, or stores it where someone can see it. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}

/** How a file is delivered when it is fetched. */
export interface FileAbout {
  mimetype: string;
  filename: string | null;
  /** How long a link to it works; left out: 24 hours. */
  for_sec?: number;
}

/** Files sent and received: S3. Keys start with the account and instance; files are deleted after 30 days. */
export interface MediaStore {
  /**
   * Streams a file in, counting and hashing it. @throws FileTooLarge past `maxBytes`; nothing of it remains.
   * @returns its size and SHA-256, hex.
   */
  put(
    key: string,
    file: AsyncIterable<Uint8Array> | Uint8Array,
    about: { mimetype: string; filename: string | null; maxBytes: number },
  ): Promise<{ size_bytes: number; sha256: string }>;
  /** @returns null when it is no longer stored. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  remove(key: string): Promise<void>;
  /** Returns a gateway address where anyone who has it can fetch the file, unless it says otherwise for 24 hours. */
  link(key: string, about: FileAbout): Promise<string>;
}

/** The names of stored files. */
export interface FileNames {
  /** Returns some of the keys that begin with this, at most so many; none only if there are none. */
  list(prefix: string, most: number): Promise<string[]>;
}

/** Addresses where others upload files to the store. */
export interface UploadAddresses {
  /**
   * Returns an address for one PUT with these headers, of exactly this file, within this many seconds.
   * @param about.sha256 hex.
   */
  signUpload(
    key: string,
    about: { size_bytes: number; sha256: string },
    forSec: number,
  ): Promise<{ url: string; headers: Record<string, string> }>;
}

/** The stored files, for redirecting people who follow a link. */
export interface StoredFiles {
  /** Whether the file is still stored. */
  has(key: string): Promise<boolean>;
  /** Returns an S3 address to follow at once: it works for minutes, and no longer than the signer's own access. */
  sign(key: string, about: FileAbout): Promise<string>;
}

/** One structured line. Fields never hold bodies, full phone numbers, keys or secrets. */
export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
