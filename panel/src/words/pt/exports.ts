import type { Words } from "../words.ts";

export const words: Words<"exports"> = {
  title: "Exportações de dados",
  intro: "Arquivos com tudo o que é guardado desta conta ou de uma pessoa.",
  none: "Nenhuma exportação nos últimos sete dias. Para exportar os dados de uma pessoa, abra o menu dela em Contatos.",
  startAccount: "Exportar a conta",
  what: "Dados de",
  wholeAccount: "Toda a conta",
  onePerson: "Uma pessoa:",
  begunAt: "Início",
  state: "Situação",
  size: "Tamanho",
  keptUntil: "Excluída em",
  files: "Arquivos",
  download: "Baixar",
  status_waiting: "Na fila",
  status_running: "Em andamento",
  status_done: "Pronta",
  status_failed: "Falhou",
  progress: "{count, plural, one {# registro até agora} other {# registros até agora}}",
  why_erased: "Os dados de uma pessoa foram excluídos nesse meio-tempo. Inicie uma nova exportação.",
  why_too_large: "Há dados demais para um só arquivo. Exporte pessoa por pessoa.",
  why_server_error: "Não foi possível terminar. O operador deste serviço já foi avisado.",
  exportPerson: "Exportar os dados desta pessoa",
  startTitle: "Exportar todos os dados desta conta?",
  startTitleOfPerson: "Exportar todos os dados de {name}?",
  startText:
    "O arquivo contém números, contatos, conversas, mensagens com seus arquivos, notas, transmissões, o registro de atividades e mais. Chaves de API e segredos não entram.",
  startTextOfPerson:
    "O arquivo contém o que este número guarda da pessoa: a conversa com seus arquivos e notas, o que ela escreveu em grupos e o contato.",
  startKept:
    "Ele é preparado em segundo plano e aparece em “Uso e plano”, onde os administradores podem baixá-lo. É excluído depois de no máximo sete dias.",
  start: "Iniciar a exportação",
  begun: "A exportação começou.",
  begunOfPerson: "A exportação começou. Você a encontra em “Uso e plano”.",
  filesTitle: "Baixar a exportação",
  filesText:
    "Estes links funcionam por uma hora e não pedem senha, então não os repasse. Descompacte todos os arquivos em uma mesma pasta.",
  err_conflict: "Outra exportação ainda está em andamento. Espere até ela ficar pronta.",
  err_limit_reached: "Esta conta já fez todas as exportações de hoje. Tente de novo amanhã.",
};
