import { type ReactNode, useRef, useState } from "react";
import type { Message } from "../../../../../core/contracts/message.ts";
import { fileView } from "../../../files/file-view.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useWords } from "../../../words/use-words.ts";
import { PictureViewerContext } from "./picture-viewer-context.ts";

const PictureViewer = lazyPart(() => import("./PictureViewer.tsx"), "PictureViewer");

/** Wraps a chat's messages so their pictures open in a viewer. @param newestFirst the chat's loaded messages. */
export function ThreadPictures({
  newestFirst,
  name,
  children,
}: {
  newestFirst: readonly Message[];
  name: string;
  children: ReactNode;
}) {
  const t = useWords("chats");
  const [at, setAt] = useState<string | null>(null);
  // Each response has a new link to the same file. The page has already loaded the picture from the first one.
  const links = useRef(new Map<string, string>());
  const pictures = newestFirst.toReversed().flatMap((message) => {
    const { id, media } = message;
    if (!media?.url || message.type === "document" || fileView(media.mimetype) !== "picture") return [];
    const url = links.current.get(id) ?? media.url;
    links.current.set(id, url);
    return [{ id, url, alt: message.direction === "out" ? t("pictureOwn") : t("picture", { name }) }];
  });
  return (
    <PictureViewerContext value={setAt}>
      {children}
      {at === null ? null : <PictureViewer pictures={pictures} at={at} onMove={setAt} onClose={() => setAt(null)} />}
    </PictureViewerContext>
  );
}
