import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useState } from "react";
import { Dialog, Modal, ModalOverlay, useLocale } from "react-aria-components";
import { buttonClass, IconButton } from "../../../ui/Button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { useWords } from "../../../words/use-words.ts";
import css from "./PictureViewer.module.css";

/** A picture in a chat's messages. */
export interface ThreadPicture {
  /** The ID of the message that contains the picture. */
  id: string;
  url: string;
  alt: string;
}

/**
 * Shows a chat's pictures one at a time, either fitted to the window or at their original size.
 * @param pictures oldest first. @param at the id of the message whose picture is shown.
 */
export function PictureViewer({
  pictures,
  at,
  onMove,
  onClose,
}: {
  pictures: readonly ThreadPicture[];
  at: string;
  onMove: (id: string) => void;
  onClose: () => void;
}) {
  const t = useWords("chats");
  const common = useWords("common");
  const { direction } = useLocale();
  const [full, setFull] = useState<string | null>(null);
  const place = pictures.findIndex(({ id }) => id === at);
  const [before, shown, after] = [pictures[place - 1], pictures[place], pictures[place + 1]];
  useEffect(() => {
    const [back, on] = direction === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const move = ({ key }: KeyboardEvent) => {
      if (key === back && before) onMove(before.id);
      if (key === on && after) onMove(after.id);
    };
    window.addEventListener("keydown", move);
    return () => window.removeEventListener("keydown", move);
  }, [direction, before, after, onMove]);
  if (!shown) return null;
  const isFull = full === shown.id;
  const zoom = isFull ? t("zoomOut") : t("zoomIn");
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(open) => !open && onClose()} className={css.overlay ?? ""}>
      <Modal className={css.modal ?? ""}>
        <Dialog className={css.dialog ?? ""} aria-label={t("pictureOf", { n: place + 1, all: pictures.length })}>
          <div className={css.head}>
            <span className={css.count}>{t("pictureOf", { n: place + 1, all: pictures.length })}</span>
            <a
              href={shown.url}
              download
              target="_blank"
              rel="noopener noreferrer nofollow"
              className={buttonClass("quiet")}
              aria-label={t("savePicture")}
              title={t("savePicture")}
            >
              <Download aria-hidden="true" />
            </a>
            <IconButton label={common("close")} icon={<X aria-hidden="true" />} onPress={onClose} />
          </div>
          <button
            type="button"
            className={classNames(css.stage, isFull && css.full)}
            aria-label={zoom}
            title={zoom}
            onClick={() => setFull(isFull ? null : shown.id)}
          >
            <img key={shown.id} src={shown.url} alt={shown.alt} />
          </button>
          <div className={css.foot}>
            <IconButton
              label={t("pictureBefore")}
              icon={direction === "rtl" ? <ChevronRight aria-hidden="true" /> : <ChevronLeft aria-hidden="true" />}
              disabledReason={before ? null : t("pictureFirst")}
              onPress={() => before && onMove(before.id)}
            />
            <IconButton
              label={zoom}
              icon={isFull ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
              onPress={() => setFull(isFull ? null : shown.id)}
            />
            <IconButton
              label={t("pictureAfter")}
              icon={direction === "rtl" ? <ChevronLeft aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
              disabledReason={after ? null : t("pictureLast")}
              onPress={() => after && onMove(after.id)}
            />
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
