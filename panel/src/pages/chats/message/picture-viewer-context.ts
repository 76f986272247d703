import { createContext } from "react";

/** Provides a function that opens the picture viewer at the picture of the given message. */
export const PictureViewerContext = createContext<(id: string) => void>(() => undefined);
