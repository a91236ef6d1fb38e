/** Keys put together at run time, from the server's codes or from a union of types, by area. */
export const families: readonly RegExp[] = [
  // common
  /^refused\./,
  /^ending\./,
  /^field\./,
  /^ruling\.(pylos|pacal)\./,
  /^preset\.(pylos|pacal)\./,
  /^opponent\./,
  /^start\.seat\./,
  /^proposal\.(takeback|draw|rematch)\./,
  /^game\./,
];
