import { Printer } from "lucide-react";
import { create } from "qrcode";
import { Button } from "../../ui/Button.tsx";
import { Dialog, DialogBody } from "../../ui/Dialog.tsx";
import { useWords } from "../../words/use-words.ts";
import css from "./Instances.module.css";

/** The width of the white margin around the code, in modules. Scanners require at least four. */
const MARGIN = 4;

/** Shows a chat link's QR code, for printing and display. */
export function ChatLinkCode({ link, name, onClose }: { link: string; name: string; onClose: () => void }) {
  const t = useWords("instances");
  return (
    <Dialog title={t("chatLinkCode")} onClose={onClose}>
      <DialogBody
        actions={
          <Button kind="primary" icon={<Printer aria-hidden="true" />} onPress={() => window.print()}>
            {t("print")}
          </Button>
        }
      >
        <div className={css.printed}>
          <Code text={link} label={t("chatLinkCode")} />
          <p className={css.printedName}>
            <bdi dir="auto">{name}</bdi>
          </p>
          <p>
            <bdi dir="ltr">{link}</bdi>
          </p>
        </div>
      </DialogBody>
    </Dialog>
  );
}

/** Draws the code as a single SVG path, which is sharp at any size. */
function Code({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const squares = [...data].flatMap((isDark, at) =>
    isDark ? [`M${(at % size) + MARGIN} ${Math.floor(at / size) + MARGIN}h1v1h-1z`] : [],
  );
  const all = size + 2 * MARGIN;
  return (
    <div className={css.qrWhite}>
      <svg viewBox={`0 0 ${all} ${all}`} role="img" aria-label={label} data-value={text} className={css.code}>
        <path d={squares.join("")} fill="currentColor" />
      </svg>
    </div>
  );
}
