import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { Dialog, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { localKey } from "../../../api/query.ts";
import { NativeSelect } from "../../../ui/NativeSelect.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Failure, Skeleton } from "../../../ui/States.tsx";
import { useCatalogs, useWords } from "../../../words/use-words.ts";
import { EMOJI_GROUPS, type Emoji, type EmojiGroup, findEmojis, readEmojis, withRecent } from "../rules/emoji.ts";
import { inTone, SKIN_TONES, type SkinTone } from "../rules/skin-tone.ts";
import css from "./EmojiPicker.module.css";
import { chosenTone, keepRecentEmojis, keepTone, recentEmojis } from "./recent-emojis.ts";

/** Names and keywords from Unicode's CLDR, via the package `emojibase-data` (MIT); see docs/decisions/0223. */
const DATA = import.meta.glob<string>("../../../emoji/*.tsv", { query: "?raw", import: "default" });

/** Loads the emojis with their names in the given language. */
async function loadEmojis(language: string): Promise<Emoji[]> {
  const load = DATA[`../../../emoji/${language}.tsv`] ?? DATA["../../../emoji/en.tsv"];
  return load ? readEmojis(await load()) : [];
}

/**
 * Shows emojis next to the button that opened the picker: recent ones, those in a group, or those that match a search.
 */
export function EmojiPicker({
  button,
  onChoose,
  onClose,
}: {
  button: RefObject<HTMLElement | null>;
  onChoose: (emoji: string) => void;
  onClose: () => void;
}) {
  const t = useWords("composer");
  const language = useCatalogs().locale.slice(0, 2);
  const {
    data: all,
    error,
    refetch,
  } = useQuery({
    queryKey: localKey("emojis", language),
    queryFn: () => loadEmojis(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [recent] = useState(recentEmojis);
  const [group, setGroup] = useState<EmojiGroup | "recent">(recent.length > 0 ? "recent" : "smileys");
  const [search, setSearch] = useState("");
  const [tone, setTone] = useState(chosenTone);
  function shown(): Emoji[] {
    if (!all) return [];
    if (search.trim() !== "") return findEmojis(all, search);
    if (group !== "recent") return all.filter((one) => one.group === group);
    const known = new Map(all.map((one) => [one.emoji, one]));
    return recent.flatMap((emoji) => known.get(emoji) ?? []);
  }
  function choose(emoji: string): void {
    keepRecentEmojis(withRecent(recent, emoji));
    onChoose(inTone(emoji, tone));
    onClose();
  }
  const groups = recent.length > 0 ? (["recent", ...EMOJI_GROUPS] as const) : EMOJI_GROUPS;
  return (
    <Popover
      isOpen
      triggerRef={button}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="top start"
      className={css.popover ?? ""}
    >
      <Dialog className={css.dialog ?? ""} aria-label={t("emojis")}>
        <SearchField label={t("emojiSearch")} value={search} onChange={setSearch} autoFocus />
        <div className={css.choices}>
          <NativeSelect
            label={t("emojiGroup")}
            value={group}
            onChange={(id) => {
              setSearch("");
              setGroup(groups.find((one) => one === id) ?? "smileys");
            }}
            choices={groups.map((id) => ({ id, label: t(`emojis_${id}`) }))}
          />
          <NativeSelect
            label={t("skinTone")}
            value={tone}
            onChange={(id) => {
              const chosen = SKIN_TONES.find((one) => one === id) ?? "none";
              setTone(chosen);
              keepTone(chosen);
            }}
            choices={SKIN_TONES.map((id) => ({ id, label: `${inTone("👋", id)} ${t(`tone_${id}`)}` }))}
          />
        </div>
        {error ? <Failure error={error} onRetry={refetch} /> : null}
        {all || error ? null : <Skeleton lines={4} />}
        {all ? <Emojis of={shown()} tone={tone} onChoose={choose} /> : null}
      </Dialog>
    </Popover>
  );
}

function Emojis({ of, tone, onChoose }: { of: readonly Emoji[]; tone: SkinTone; onChoose: (emoji: string) => void }) {
  const t = useWords("composer");
  return (
    <>
      <p role="status" className={of.length === 0 ? css.none : "hidden-visually"}>
        {t("emojisFound", { n: of.length })}
      </p>
      <ListBox
        aria-label={t("emojis")}
        layout="grid"
        items={of}
        dependencies={[tone]}
        className={css.list ?? ""}
        onAction={(key) => onChoose(String(key))}
      >
        {({ emoji, label }) => (
          <ListBoxItem id={emoji} textValue={label} aria-label={label} className={css.emoji ?? ""}>
            <span title={label}>{inTone(emoji, tone)}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </>
  );
}
