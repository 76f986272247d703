import type { MovableClock } from "../../machine/clock.ts";
import { type ClockAlarm, clockAlarm } from "../service/clock-alarm.ts";
import type { Kept } from "../service/kept.ts";
import type { Blobs } from "./blobs.ts";

/** A run of an object's bytes: all of it, or one part of an upload. */
export interface Piece {
  blob: string;
  sizeBytes: number;
}

/** The headers and metadata that a client sent with an object. */
export interface About {
  /** Headers returned with it, by their lower-case names. */
  headers: Record<string, string>;
  /** By full header name, `x-amz-meta-…`. */
  metadata: Record<string, string>;
}

/** An object. */
export interface StoredObject extends About {
  bucket: string;
  key: string;
  pieces: Piece[];
  sizeBytes: number;
  /** With its quotes. */
  etag: string;
  /** Base64; null for an object uploaded in parts. */
  crc32: string | null;
  /** Epoch milliseconds on the gateway's clock. */
  modifiedAt: number;
}

/** A multipart upload in progress; parts by number. */
export interface MultipartUpload extends About {
  id: string;
  bucket: string;
  key: string;
  parts: Record<string, Piece & { md5: string; crc32: string }>;
  /** The kind of checksum that was named when the upload was started; absent if none. */
  checksum?: string;
  /** Epoch milliseconds on the gateway's clock. */
  startedAt: number;
}

/** The expiry age of objects with a key prefix. */
export interface Expiration {
  prefix: string;
  days: number;
}

/** Pages of these origins may use these methods, and send these headers (`*`: any). */
export interface CorsRule {
  origins: string[];
  methods: string[];
  headers: string[];
  maxAgeSec: number | null;
}

/** A bucket, and the age at which its objects and uploads expire; null means never. */
export interface Bucket {
  name: string;
  /** If several apply to an object, the earliest one counts. */
  expirations: Expiration[];
  abortUploadsAfterDays: number | null;
  /** The pages that can use the bucket; absent if none. */
  cors?: CorsRule[];
}

const DAY_MS = 86_400_000;
const SWEEP_MS = 3_600_000;

/**
 * Buckets, objects and uploads: descriptions in the store, bytes in blobs. A description is stored after its bytes and
 * removed before them, so a killed process leaves only whole objects and at worst unused blobs.
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

  /** @param options.warn is called if expired objects can't be removed; they are tried again. */
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

  /** Undefined also for an expired object that hasn't been swept yet. */
  object(bucket: string, key: string): StoredObject | undefined {
    const object = this.#objects.get(place(bucket, key));
    return object && !this.#isOver(object) ? object : undefined;
  }

  /** Returns all objects in a bucket by key, in S3's order: that of the keys' UTF-8 bytes. */
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

  /** Ends an upload; only its parts' blobs in `keep` remain. */
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
    // A bucket from an older version has none until its rules are put again, at startup.
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

/** Bucket names have no slash, so no two places look alike. */
const place = (bucket: string, key: string) => `${bucket}/${key}`;
