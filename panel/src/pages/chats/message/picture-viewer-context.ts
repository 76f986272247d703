import { createContext } from "react";

/** Provides a function that opens the picture viewer at the given message's picture. */
export const PictureViewerContext = createContext<(id: string) => void>(() => undefined);
