import { useEffect, useEffectEvent, useState } from "react";

/**
 * Handles files dropped anywhere on the page, which would otherwise make the browser leave the panel and open the file.
 * @returns whether files are being dragged over the page.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    function over(event: DragEvent): void {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    }
    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) setOver(false);
    }
    function drop(event: DragEvent): void {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])]);
    }
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return isOver;
}
