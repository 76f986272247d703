import type { Words } from "../words.ts";

export const words: Words<"replies"> = {
  title: "Respostas salvas",
  intro: "O que sua equipe responde toda hora. Em uma conversa, digite / e o atalho.",
  toChats: "Conversas",
  create: "Nova resposta",
  emptyTitle: "Ainda não há respostas salvas",
  emptyText: "Escreva uma resposta uma vez só, e toda a equipe pode usá-la em qualquer conversa.",
  search: "Buscar respostas salvas",
  noneTitle: "Nenhuma resposta encontrada",
  noneText: "Nenhum atalho ou texto contém isso.",
  shortcut: "Atalho",
  shortcutHint: "Digite-o depois de / em uma conversa. Só letras, dígitos, - e _.",
  text: "Texto",
  textHint:
    "'{name}' vira o nome da pessoa, e '{number_name}', o nome do seu número. '{name|amigo}' vira “amigo” se o nome não for conhecido.",
  actions: "Ações",
  change: "Editar",
  delete: "Excluir",
  createTitle: "Nova resposta salva",
  changeTitle: "Editar /{shortcut}",
  deleteTitle: "Excluir /{shortcut}?",
  deleteText: "Ela some para toda a equipe. As mensagens já enviadas continuam lá.",
  deleted: "Resposta excluída.",
  err_taken: "Outra resposta já tem esse atalho. Escolha outro.",
  err_full: "Sua conta já tem o máximo de respostas salvas. Exclua alguma de que não precise.",
  err_gone: "Alguém da equipe excluiu esta resposta.",
  err_shortcut: "Só letras, dígitos, - e _, no máximo 32.",
  err_text:
    "Informe um texto, um arquivo ou os dois. Entre chaves só pode haver '{name}' e '{number_name}'; um áudio não leva texto.",
  err_media: "Este arquivo não pode ser usado. Escolha outro.",
};
