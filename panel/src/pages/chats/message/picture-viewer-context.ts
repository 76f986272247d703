import { createContext } from "react";

/** Opens the viewer at the picture of a message. */
export const PictureViewerContext = createContext<(id: string) => void>(() => undefined);
