import { commitKeys } from "./commit-keys.ts";
import { type KeyPartition, sizedDelete } from "./key-partition.ts";

const PAGE = 100;

/** Deletes the parts, if any, of a row whose head was deleted in another transaction. @throws FenceLost */
export async function sweepParts(keys: KeyPartition, category: string, id: string): Promise<void> {
  const { sk } = keys.place(category, id);
  const old = keys.large.get(sk);
  if (!old) return;
  await commitKeys(keys, keys.partPlaces(category, id, old).map(sizedDelete));
  keys.large.delete(sk);
}

/** Deletes parts without a head that an earlier owner left behind. @throws FenceLost */
export async function sweepOrphans(keys: KeyPartition, category: string): Promise<void> {
  const { pk, sk: prefix } = keys.place(`${category}.part`, "");
  for (let after: string | undefined; ; ) {
    const page = await keys.table.query({ pk, prefix, limit: PAGE, ...(after !== undefined && { after }) });
    const parts = page.items.map(({ sk }) => {
      const [id = "", version = ""] = sk.slice(prefix.length).split("#");
      return { key: { pk, sk }, head: keys.place(category, id), version };
    });
    const places = new Map(parts.map(({ head }) => [head.sk, head]));
    const heads = new Map((await keys.table.getMany([...places.values()])).map((head) => [head.sk, head]));
    const isOrphan = ({ head, version }: (typeof parts)[number]) =>
      !keys.ownVersions.has(version) && heads.get(head.sk)?.version !== version;
    await commitKeys(
      keys,
      parts.filter(isOrphan).map(({ key }) => sizedDelete(key)),
    );
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) return;
  }
}
