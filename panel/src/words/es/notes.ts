import type { Words } from "../words.ts";

export const words: Words<"notes"> = {
  note: "Nota",
  write: "Escribir una nota",
  writeTitle: "Escribir una nota",
  changeTitle: "Editar la nota",
  field: "Nota",
  fieldHint: "Solo la ve tu equipo. Nunca se envía.",
  byKey: "por API",
  byColleague: "alguien del equipo",
  changed: "editada",
  change: "Editar",
  delete: "Eliminar",
  deleteTitle: "¿Eliminar esta nota?",
  deleteText: "Desaparece para todo el equipo.",
  deleted: "Nota eliminada.",
  onlyAuthor: "Solo puede editarla quien la escribió.",
  onlyAuthorOrAdmin: "Solo pueden eliminarla quien la escribió y los administradores.",
};
