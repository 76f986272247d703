import type { Album } from "../../core/contracts/content/album.ts";
import { takenCount } from "../baileys/inbound/bounds/numbers.ts";
import type { Stanza } from "../baileys/inbound/bounds/stanza.ts";
import { unwrap } from "../baileys/inbound/content/unwrap.ts";
import { Lru } from "../baileys/shared/lru.ts";

/** Albums whose files may still come. */
const ALBUMS = 500;
/** More than phones send at once. */
const MOST_FILES = 1_000;

/**
 * How many files were announced for each album; its files come one by one after that. In memory: null after a restart.
 */
export class Albums {
  readonly #counts = new Lru<number>(ALBUMS);

  /** Remembers an album's announcement. */
  note({ key, content }: Stanza): void {
    const album = content && unwrap(content)?.content.albumMessage;
    if (!album) return;
    const [images, videos] = [album.expectedImageCount, album.expectedVideoCount].map((one) =>
      takenCount(one, MOST_FILES),
    );
    const count = (images ?? 0) + (videos ?? 0);
    if (count > 0) this.#counts.set(placeOf(key, key.id), count);
  }

  /** The album of one of its files, with how many were announced. */
  counted({ key }: Pick<Stanza, "key">, album: Album): Album {
    return { ...album, count: this.#counts.get(placeOf(key, album.id)) ?? album.count };
  }
}

/** An album by its chat and writer: anybody may choose its id. */
const placeOf = ({ chat, writer, fromMe }: Stanza["key"], id: string): string =>
  `${chat.id}|${fromMe ? "us" : (writer?.id ?? "")}|${id}`;
