import type { Words } from "../words.ts";

export const words: Words<"start"> = {
  title: "Primeiros passos",
  intro: "Quatro passos do zero até sua primeira mensagem.",
  done: "Feito",
  todo: "A fazer",
  allDone: "Tudo pronto. Estes passos somem agora do menu.",
  addTitle: "Adicione um número",
  addText: "Dê um nome que sua equipe conheça.",
  linkTitle: "Vincule o telefone",
  linkText: "Escaneie um código com o telefone ou digite-o nele. Você pode continuar usando o telefone como antes.",
  messageTitle: "Escreva uma mensagem",
  messageText: "Escreva para o número de outro telefone e responda em Conversas.",
  systemTitle: "Conecte seu sistema",
  systemText: "Crie uma chave para enviar pela API, ou um webhook para ser avisado das mensagens.",
  go_add: "Adicionar um número",
  go_link: "Vincular o telefone",
  go_message: "Abrir conversas",
  go_system: "Criar uma chave",
  goWebhook: "Configurar um webhook",
  progress: "{done} de {all} feitos",
};
