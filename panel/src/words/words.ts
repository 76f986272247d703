import type { Area, Areas } from "./areas.ts";

/** An area's catalog in another language: every text of the English one, and no other. */
export type Words<A extends Area> = { readonly [Key in keyof Areas[A]]: string };
