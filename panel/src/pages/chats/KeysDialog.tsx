import { useState } from "react";
import { areKeysOn, setKeysOn } from "../../shell/shortcuts.ts";
import { Switch } from "../../ui/Choices.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Chats.module.css";

const KEYS = [
  ["/", "key_search"],
  ["j", "key_next"],
  ["k", "key_previous"],
  ["r", "key_write"],
  ["g c", "key_chats"],
  ["?", "key_help"],
] as const;

/** The keys that work in the message field even when the other shortcuts are turned off. */
const FIELD_KEYS = [
  ["Ctrl B", "key_bold"],
  ["Ctrl I", "key_italic"],
  ["Ctrl Shift X", "key_struck"],
  ["Ctrl E", "key_code"],
  ["@", "key_mention"],
  ["/", "key_reply"],
] as const;

/**
 * Lists the shortcuts without modifier keys, with a switch to turn them off, and the keys that work in the message
 * field.
 */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useWords("chats");
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Dialog title={t("keysButton")} onClose={onClose}>
      <DialogBody>
        <Switch
          isSelected={isOn}
          hint={t("keysOnHint")}
          onChange={(on) => {
            setKeysOn(on);
            setOn(on);
          }}
        >
          {t("keysOn")}
        </Switch>
        <KeyList keys={KEYS} />
        <h3 className={css.keysTitle}>{t("keysInField")}</h3>
        <KeyList keys={FIELD_KEYS} />
      </DialogBody>
    </Dialog>
  );
}

function KeyList({ keys: list }: { keys: typeof KEYS | typeof FIELD_KEYS }) {
  const t = useWords("chats");
  return (
    <dl className={css.keys}>
      {list.map(([keys, meaning]) => (
        <div key={keys} style={{ display: "contents" }}>
          <dt>
            {keys.split(" ").map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}
