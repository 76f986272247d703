import { useRef, useState } from "react";
import type { Instance } from "../../../core/contracts/instance.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { postStatus, statusesQuery } from "../api/statuses.ts";
import { type SmallFile, SmallFileField } from "../files/SmallFileField.tsx";
import { FormDialog } from "../ui/Dialog.tsx";
import { NativeSelect } from "../ui/NativeSelect.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useChange } from "../ui/use-change.ts";
import { useWords } from "../words/use-words.ts";
import { linesOf } from "./lines-of.ts";

/** Background colors for text, the same as on phones. */
const COLORS = {
  green: "#1fa855",
  blue: "#1a73c7",
  violet: "#7a4fbf",
  red: "#c13b44",
  orange: "#c26a13",
  grey: "#54656f",
} as const;
const NAMES = Object.keys(COLORS) as (keyof typeof COLORS)[]; // the names are those of the object above

/** A form that posts a status: text on a colored background, or an image, video or audio file. */
export function PostStatus({ number, onClose }: { number: Instance; onClose: () => void }) {
  const t = useWords("statuses");
  const [text, setText] = useState("");
  const [file, setFile] = useState<SmallFile | null>(null);
  const [color, setColor] = useState<keyof typeof COLORS>("green");
  const [people, setPeople] = useState("");
  // Ensures that a double click, or a retry after a lost response, posts the status only once. If the content has
  // changed in between, it counts as a different status.
  const key = useRef<{ of: string; key: string } | null>(null);
  const body = {
    ...(text.trim() !== "" && { text: text.trim() }),
    ...(file ? { media: file } : { background_color: COLORS[color] }),
    ...(linesOf(people).length > 0 && { recipients: linesOf(people) }),
  };
  const post = useChange({
    send() {
      const of = JSON.stringify(body);
      if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() };
      return postStatus(number.id, body, key.current.key);
    },
    words: {
      codes: { limit_reached: t("limit") },
      fields: { text: t("err_needsContent"), media: t("file"), recipients: t("whomHint") },
      fieldOf: (path) => path.split(".")[0] ?? path,
    },
    renews: [statusesQuery(number.id).queryKey],
    said: t("postedNow"),
    onDone: onClose,
  });
  return (
    <FormDialog title={t("post")} onClose={onClose} submitLabel={t("post")} change={post}>
      <TextField
        name="text"
        label={t("text")}
        hint={t("textHint")}
        value={text}
        onChange={setText}
        maxLength={LIMITS.statusTextMaxChars}
        rows={3}
        autoFocus
      />
      <SmallFileField file={file} onChange={setFile} />
      {file ? null : (
        <NativeSelect
          label={t("color")}
          value={color}
          onChange={(chosen) => setColor(NAMES.find((name) => name === chosen) ?? "green")}
          choices={NAMES.map((name) => ({ id: name, label: t(`color_${name}`) }))}
        />
      )}
      <TextField
        name="recipients"
        label={t("whom")}
        hint={t("whomHint")}
        value={people}
        onChange={setPeople}
        rows={2}
        isOptional
      />
      <p>{t("postText")}</p>
    </FormDialog>
  );
}
