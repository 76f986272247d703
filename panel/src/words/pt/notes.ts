import type { Words } from "../words.ts";

export const words: Words<"notes"> = {
  note: "Nota",
  write: "Escrever uma nota",
  writeTitle: "Escrever uma nota",
  changeTitle: "Editar a nota",
  field: "Nota",
  fieldHint: "Só a sua equipe vê. Nunca é enviada.",
  byKey: "pela API",
  byColleague: "alguém da equipe",
  changed: "editada",
  change: "Editar",
  delete: "Excluir",
  deleteTitle: "Excluir esta nota?",
  deleteText: "Ela some para toda a equipe.",
  deleted: "Nota excluída.",
  onlyAuthor: "Só quem a escreveu pode editar.",
  onlyAuthorOrAdmin: "Só quem a escreveu e os administradores podem excluir.",
};
