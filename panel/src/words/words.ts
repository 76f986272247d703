import type { Area, Areas } from "./areas.ts";

/** An area's catalog in another language, with exactly the same texts as the English catalog. */
export type Words<A extends Area> = { readonly [Key in keyof Areas[A]]: string };
