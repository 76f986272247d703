import { createContext, useContext } from "react";
import type { Area, Areas } from "./areas.ts";
import type { Catalogs, Values } from "./catalogs.ts";

/** The catalogs for the page's language. */
export const WordsContext = createContext<Catalogs | null>(null);

/** The page's language: its locale for dates and numbers, direction, and texts. */
export function useCatalogs(): Catalogs {
  const catalogs = useContext(WordsContext);
  if (!catalogs) throw new Error("There are no words outside of the page's frame.");
  return catalogs;
}

/** The texts of an area that the page's route has already loaded. @returns a function that maps a key to its text. */
export function useWords<A extends Area>(area: A): (key: keyof Areas[A] & string, values?: Values) => string {
  const catalogs = useCatalogs();
  return (key, values) => catalogs.text(area, key, values);
}
