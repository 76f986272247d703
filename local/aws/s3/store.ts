import type { MovableClock } from "../../machine/clock.ts";
import { type ClockAlarm, clockAlarm } from "../service/clock-alarm.ts";
import type { Kept } from "../service/kept.ts";
import type { Blobs } from "./blobs.ts";

/** A sequence of an object's bytes: either all of them, or a single part of an upload. */
export interface Piece {
  blob: string;
  sizeBytes: number;
}

/** The headers and metadata that a client sent with an object. */
export interface About {
  /** Headers returned with the object, by lower-case name. */
  headers: Record<string, string>;
  /** Metadata by full header name, `x-amz-meta-…`. */
  metadata: Record<string, string>;
}

/** A stored object. */
export interface StoredObject extends About {
  bucket: string;
  key: string;
  pieces: Piece[];
  sizeBytes: number;
  /** The ETag, including its quotes. */
  etag: string;
  /** The CRC-32 in base64, or null for an object that was uploaded in parts. */
  crc32: string | null;
  /** When the object was last changed, in epoch milliseconds by the gateway's clock. */
  modifiedAt: number;
}

/** A multipart upload in progress, with its parts by number. */
export interface MultipartUpload extends About {
  id: string;
  bucket: string;
  key: string;
  parts: Record<string, Piece & { md5: string; crc32: string }>;
  /** The kind of checksum requested when the upload was started. Absent if none was requested. */
  checksum?: string;
  /** When the upload was started, in epoch milliseconds by the gateway's clock. */
  startedAt: number;
}

/** The age at which objects with this key prefix expire. */
export interface Expiration {
  prefix: string;
  days: number;
}

/** Allows pages from these origins to use these methods and send these headers (`*` for any). */
export interface CorsRule {
  origins: string[];
  methods: string[];
  headers: string[];
  maxAgeSec: number | null;
}

/** A bucket, and the age at which its objects and uploads expire, or null for never. */
export interface Bucket {
  name: string;
  /** The rules that determine when objects expire. If several apply to an object, the earliest expiry wins. */
  expirations: Expiration[];
  abortUploadsAfterDays: number | null;
  /** Rules for pages that may use the bucket. Absent if there are none. */
  cors?: CorsRule[];
}

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;

/**
 * Stores buckets, objects and uploads: their descriptions in the store, their bytes in blobs. A description is stored
 * after its bytes and removed before them, so if the process is killed, all objects are complete and at worst some
 * blobs are left unused.
 */
export class Store {
  readonly #clock: MovableClock;
  readonly #blobs: Blobs;
  readonly #shelves;
  readonly #buckets: Map<string, Bucket>;
  readonly #objects: Map<string, StoredObject>;
  readonly #uploads: Map<string, MultipartUpload>;
  readonly #alarm: ClockAlarm;
  readonly #stopListening: () => void;

  /** @param options.warn called if expired objects can't be deleted; the deletion is tried again later. */
  constructor(options: { clock: MovableClock; kept: Kept; blobs: Blobs; warn: (message: string) => void }) {
    this.#clock = options.clock;
    this.#blobs = options.blobs;
    this.#shelves = {
      buckets: options.kept.shelf<Bucket>("s3-buckets"),
      objects: options.kept.shelf<StoredObject>("s3-objects"),
      uploads: options.kept.shelf<MultipartUpload>("s3-uploads"),
    };
    this.#buckets = this.#shelves.buckets.load();
    this.#objects = this.#shelves.objects.load();
    this.#uploads = this.#shelves.uploads.load();
    const used = [...this.#objects.values()].flatMap(({ pieces }) => pieces);
    const begun = [...this.#uploads.values()].flatMap(({ parts }) => Object.values(parts));
    this.#blobs.keepOnly(new Set([...used, ...begun].map(({ blob }) => blob)));
    this.#alarm = clockAlarm(this.#clock, () => this.#sweep(), options.warn);
    this.#stopListening = this.#clock.onMove(() => this.#sweepSoon());
    this.#sweepSoon();
  }

  bucket(name: string): Bucket | undefined {
    return this.#buckets.get(name);
  }

  putBucket(bucket: Bucket): void {
    this.#shelves.buckets.put(bucket.name, bucket);
    this.#buckets.set(bucket.name, bucket);
    this.#sweepSoon();
  }

  /** Returns an object, or undefined if it doesn't exist or has expired, whether or not it has been deleted yet. */
  object(bucket: string, key: string): StoredObject | undefined {
    const object = this.#objects.get(place(bucket, key));
    return object && !this.#isOver(object) ? object : undefined;
  }

  /** Returns all objects in a bucket, sorted as S3 does, by the UTF-8 bytes of their keys. */
  objects(bucket: string): StoredObject[] {
    return [...this.#objects.values()]
      .filter((object) => object.bucket === bucket && !this.#isOver(object))
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  putObject(object: StoredObject): void {
    const id = place(object.bucket, object.key);
    const old = this.#objects.get(id);
    this.#shelves.objects.put(id, object);
    this.#objects.set(id, object);
    for (const { blob } of old?.pieces ?? []) this.#blobs.remove(blob);
  }

  removeObject(bucket: string, key: string): void {
    const id = place(bucket, key);
    const old = this.#objects.get(id);
    if (!old) return;
    this.#shelves.objects.remove(id);
    this.#objects.delete(id);
    for (const { blob } of old.pieces) this.#blobs.remove(blob);
  }

  upload(id: string): MultipartUpload | undefined {
    return this.#uploads.get(id);
  }

  putUpload(upload: MultipartUpload): void {
    this.#shelves.uploads.put(upload.id, upload);
    this.#uploads.set(upload.id, upload);
  }

  /** Removes an upload and the blobs of its parts, except those in `keep`. */
  removeUpload(upload: MultipartUpload, keep: ReadonlySet<string> = new Set()): void {
    this.#shelves.uploads.remove(upload.id);
    this.#uploads.delete(upload.id);
    for (const { blob } of Object.values(upload.parts)) if (!keep.has(blob)) this.#blobs.remove(blob);
  }

  stop(): void {
    this.#stopListening();
    this.#alarm.stop();
  }

  #isOver({ bucket, key, modifiedAt }: StoredObject): boolean {
    // A bucket created by an older version doesn't have rules until they are set again at startup.
    const rules = this.#buckets.get(bucket)?.expirations ?? [];
    return rules.some(({ prefix, days }) => key.startsWith(prefix) && this.#hasPassed(modifiedAt, days));
  }

  #hasPassed(since: number, days: number | null): boolean {
    return days !== null && this.#clock.now().getTime() >= since + days * DAY_MS;
  }

  #sweepSoon(): void {
    this.#alarm.set(this.#clock.now().getTime());
  }

  #sweep(): void {
    for (const object of [...this.#objects.values()]) {
      if (this.#isOver(object)) this.removeObject(object.bucket, object.key);
    }
    for (const upload of [...this.#uploads.values()]) {
      const days = this.#buckets.get(upload.bucket)?.abortUploadsAfterDays ?? null;
      if (this.#hasPassed(upload.startedAt, days)) this.removeUpload(upload);
    }
    this.#alarm.set(this.#clock.now().getTime() + SWEEP_MS);
  }
}

/** Returns an object's ID. IDs are unique, because bucket names can't contain a slash. */
const place = (bucket: string, key: string) => `${bucket}/${key}`;
