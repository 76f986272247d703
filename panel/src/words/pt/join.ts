import type { Words } from "../words.ts";

export const words: Words<"join"> = {
  title: "Entrar em uma conta",
  joinText: "Você entrou como {email}. Quer entrar na conta que convidou você?",
  join: "Entrar",
  otherAddress: "O e-mail foi para outro endereço? Saia e abra de novo o link do e-mail.",
  noneTitle: "Nenhum convite encontrado",
  noneText: "Abra de novo o link do seu e-mail de convite.",
  refusedTitle: "Este convite não pode ser usado",
  refusedText:
    "Já foi usado ou retirado, tem mais de sete dias ou é para um e-mail diferente de {email}. Peça um novo.",
  tooMany: "Convites inválidos demais. Espere uma hora e abra de novo o link do e-mail.",
  already: "Você já pertence a esta conta. Escolha-a no menu.",
  toPanel: "Continuar",
  openTitle: "Abrir uma conta",
  openIntro: "Uma conta reúne seus números, sua equipe e suas chaves. Você será o administrador.",
  name: "Nome da conta",
  nameHint: "Sua empresa ou projeto. Só sua equipe vê.",
  trialHint: "Começa com um teste de {days} dias: um número, {messages} mensagens por dia, sem cartão.",
  open: "Abrir a conta",
  hasOne: "Você já tem uma conta.",
  hasOneText: "Cada pessoa pode abrir um só teste. Para trabalhar em outra conta, peça um convite.",
  unverified: "Confirme primeiro seu e-mail: abra o link ou digite o código da mensagem.",
  invitedInstead: "Você foi convidado para uma equipe? Abra o link daquele e-mail.",
  byInvitation: "Peça um convite",
  byInvitationText:
    "Você entrou como {email} e ainda não pertence a nenhuma conta. Peça a um administrador da sua equipe que convide este endereço e abra o link daquele e-mail.",
  err_name: "Indique um nome de 1 a 100 caracteres.",
  err_conflict: "Você já abriu uma conta. Peça um convite para trabalhar em outra.",
  err_limit: "Contas demais foram abertas daqui. Tente de novo em uma hora.",
};
