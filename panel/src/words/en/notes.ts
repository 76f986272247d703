/** Words for a team's notes in a chat, which are never sent. */
export const words = {
  note: "Note",
  write: "Write a note",
  writeTitle: "Write a note",
  changeTitle: "Change the note",
  field: "Note",
  fieldHint: "Only your team sees it. It is never sent.",
  byKey: "by API",
  byColleague: "somebody on the team",
  changed: "edited",
  change: "Change",
  delete: "Delete",
  deleteTitle: "Delete this note?",
  deleteText: "It is gone for the whole team.",
  deleted: "Note deleted.",
  onlyAuthor: "Only the person who wrote it can change it.",
  onlyAuthorOrAdmin: "Only the person who wrote it and admins can delete it.",
};
