/** Keys put together at run time, from the server's codes or from a union of types, by area. */
export const families: readonly RegExp[] = [
  /^learn\.(pylos|pacal)\./,
  /^rules\.(PYL|PAC)-/,
  /^rules\.(pylos|pacal|picture)\./,
  /^touch\./,
  // common
  /^(refused|message|record)\./,
  /^ending\./,
  /^field\./,
  /^ruling\.(pylos|pacal)\./,
  /^preset\.(pylos|pacal)\./,
  /^opponent\./,
  /^settings\.(board|cards|confirm)\./,
  /^start\.(seat|facts|glance|mode)\./,
  /^proposal\.(takeback|draw|rematch)\./,
  /^game\./,
  /^games\.(notGames|newer|broken)$/,
  // study
  /^(coach|why|advice|idea|effect|position|worth)\./,
  /^standing\.(sure|likely|nearly)\./,
  /^study\.(group|source)\./,
  /^review\.grade\./,
  /^(story|line)\./,
  /^puzzle\.(task|right|rightOn|over|wrong|solution)\./,
  /^lesson\.(trap|draw|raise|stuck|ahead|behind|crown)(\.about)?$/,
  /^level\.(pylos|pacal|words)\./,
];
