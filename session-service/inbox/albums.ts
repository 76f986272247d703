import type { Album } from "../../core/contracts/content/album.ts";
import type { Clock } from "../../core/ports.ts";
import { albumRecords, albumWrite } from "../../core/records/album.ts";
import type { Owner } from "../../core/records/owner.ts";
import type { Table } from "../../core/store/table.ts";
import { takenCount } from "../baileys/inbound/bounds/numbers.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import { Lru } from "../baileys/shared/lru.ts";

/** How many albums to remember while some of their files may still arrive. */
const ALBUMS = 500;
/** The maximum number of files in one album. Phones send fewer. */
const MOST_FILES = 1_000;

/** The dependencies of an instance's albums: the table, the clock and the owner. */
interface Of {
  deps: { table: Table; clock: Pick<Clock, "now"> };
  owner: Pick<Owner, "instance_id">;
}

/**
 * Remembers how many files each album announced, because the files arrive one by one. The number is also stored,
 * because the process may restart in between.
 */
export class Albums {
  /** The announced number of files, or null for an album without a stored announcement. */
  readonly #counts = new Lru<{ files: number | null }>(ALBUMS);

  /** Records an album's announcement. */
  async note({ deps, owner }: Of, { key, content }: Stanza): Promise<void> {
    const album = content && unwrap(content)?.content.albumMessage;
    if (!album) return;
    const [images, videos] = [album.expectedImageCount, album.expectedVideoCount].map((one) =>
      takenCount(one, MOST_FILES),
    );
    const files = (images ?? 0) + (videos ?? 0);
    if (files === 0) return;
    const place = placeOf(key, key.id);
    await deps.table.write(albumWrite(owner.instance_id, place, files, deps.clock.now()));
    this.#counts.set(place, { files });
  }

  /** Adds the announced number of files to a received file's album. */
  async counted({ deps, owner }: Of, { key }: Pick<Stanza, "key">, album: Album): Promise<Album> {
    const place = placeOf(key, album.id);
    let known = this.#counts.get(place);
    if (!known) {
      const stored = await albumRecords.read(deps.table, owner.instance_id, place);
      known = { files: stored?.files ?? null };
      this.#counts.set(place, known);
    }
    return { ...album, count: known.files ?? album.count };
  }
}

/**
 * Identifies an album by its chat and sender as well as its ID, because anyone can choose an ID that is already in use.
 */
const placeOf = ({ chat, writer, fromMe }: Stanza["key"], id: string): string =>
  `${chat.id}|${fromMe ? "us" : (writer?.id ?? "")}|${id}`;
