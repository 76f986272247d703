import { extension } from "mime-types";
import type { InstanceId } from "../../contracts/ids.ts";
import { cleanFileName } from "../../domain/files/file-name.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { FileNames, MediaStore } from "../../ports.ts";
import type { AccountRecord } from "../../records/accounts/account.ts";
import { type InstanceRecord, instanceRecords } from "../../records/instance.ts";
import { keys } from "../../store/keys.ts";
import type { Item, Range, Table } from "../../store/table.ts";

/** Dependencies for exporting data. */
export interface ExportDeps extends LaneDeps {
  media: Pick<MediaStore, "put" | "get" | "remove"> & FileNames;
}

/** The inputs for one piece of an export. */
export interface Exporting {
  deps: ExportDeps;
  account: AccountRecord;
  /** The person whose data is exported. Null exports everyone's data. */
  person: ExportedPerson | null;
  files: WantedFiles;
  now: Date;
}

/** The person whose data is exported, and the strings that records use to refer to them. */
export interface ExportedPerson {
  instance: InstanceRecord;
  key: string;
  names: readonly string[];
  ids: ReadonlySet<string>;
}

/** A page of one kind of record. `after` is where the next page begins, or null on the last page. */
export interface SectionPage {
  lines: object[];
  after: string | null;
}

/** One kind of record in an archive, stored in a file of the same name. Its pages can be read repeatedly. */
export interface Section {
  name: string;
  read(work: Exporting, after: string | undefined): Promise<SectionPage>;
}

/** The number of items per read. This number is a design choice. */
const PAGE = 100;

/** Reads a page of a partition. @param order the field that the partition is sorted by. Defaults to the sort key. */
export async function readPage(
  table: Table,
  range: Omit<Range, "limit" | "after">,
  after: string | undefined,
  { order = "sk", limit = PAGE } = {},
): Promise<{ items: Item[]; after: string | null }> {
  const { items, more } = await table.query({ ...range, limit, ...(after !== undefined && { after }) });
  const last = items.at(-1)?.[order];
  return { items, after: more && typeof last === "string" ? last : null };
}

/** Reads the same kind of record for one instance after another, until all of the account's instances are done. */
export const ofEachInstance =
  (
    read: (work: Exporting, instance: InstanceRecord, after: string | undefined) => Promise<SectionPage>,
  ): Section["read"] =>
  async (work, place) => {
    const [first = "", ...rest] = (place ?? "").split("|");
    const id = place === undefined ? await nextInstance(work, undefined) : first;
    if (id === null) return { lines: [], after: null };
    const record = await instanceRecords.read(work.deps.table, id);
    const isThere = record !== null && record.account_id === work.account.id && record.removed_at === null;
    const page = isThere ? await read(work, record, rest.join("|") || undefined) : { lines: [], after: null };
    if (page.after !== null) return { lines: page.lines, after: `${id}|${page.after}` };
    const next = await nextInstance(work, id);
    return { lines: page.lines, after: next === null ? null : `${next}|` };
  };

async function nextInstance({ deps, account }: Exporting, after: InstanceId | undefined): Promise<InstanceId | null> {
  const { pk } = keys.accountInstance(account.id, "");
  const { items } = await deps.table.query({ pk, limit: 1, ...(after !== undefined && { after }) });
  return items[0]?.sk ?? null;
}

/** Reads several partitions sequentially. */
export async function throughParts(
  parts: readonly ((after: string | undefined) => Promise<SectionPage>)[],
  place: string | undefined,
): Promise<SectionPage> {
  const cut = place?.indexOf("|") ?? -1;
  const at = place === undefined ? 0 : Number(place.slice(0, cut));
  const rest = place?.slice(cut + 1);
  const page = await parts[at]?.(rest || undefined);
  if (page === undefined) return { lines: [], after: null };
  if (page.after !== null) return { lines: page.lines, after: `${at}|${page.after}` };
  return { lines: page.lines, after: at + 1 < parts.length ? `${at + 1}|` : null };
}

/** A file that lines refer to, and that must be copied into the archive. */
export interface WantedFile {
  key: string;
  /** The file's path in the archive. */
  path: string;
}

/** The assumed size of a file when only its key is known, such as a person's picture. A design choice. */
const UNKNOWN_BYTES = 100_000;

/**
 * Collects the files that lines refer to. Where the API shows a link to a file, the archive contains the path of the
 * copied file instead.
 */
export class WantedFiles {
  readonly #account: string;
  readonly #sizes = new Map<string, number>();
  #wanted = new Map<string, string>();
  #bytes = 0;

  constructor(account: string) {
    this.#account = account;
  }

  /** Used in place of the media store when records are presented. */
  readonly media = {
    link: async (key: string, about: { mimetype: string; filename: string | null }): Promise<string> => {
      const path = pathOf(key, about);
      const isOwn = key.split("/")[1] === this.#account;
      if (isOwn && !this.#wanted.has(key)) {
        this.#wanted.set(key, path);
        this.#bytes += this.#sizes.get(key) ?? UNKNOWN_BYTES;
      }
      return path;
    },
  };

  /** Records a file's size. Must be called before a line refers to the file. */
  expect(key: string, sizeBytes: number): void {
    this.#sizes.set(key, sizeBytes);
  }

  /** The total size of the files that haven't been copied yet. */
  get bytes(): number {
    return this.#bytes;
  }

  get count(): number {
    return this.#wanted.size;
  }

  /** Returns the files that haven't been copied yet, and removes them from the collection. */
  take(): WantedFile[] {
    const taken = [...this.#wanted].map(([key, path]) => ({ key, path }));
    this.#wanted = new Map();
    this.#sizes.clear();
    this.#bytes = 0;
    return taken;
  }
}

/** Builds a file's path from the end of its key, which is unique, and the file name chosen by the sender. */
function pathOf(key: string, { mimetype, filename }: { mimetype: string; filename: string | null }): string {
  const own = key.split("/").slice(2).join("/");
  const name = cleanFileName(filename) ?? `file.${extension(mimetype) || "bin"}`;
  return `files/${own}/${name}`;
}
