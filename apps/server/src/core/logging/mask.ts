/** An address or number where the whole of it is not needed: "a***@example.org", "+44***56". */
export const maskRecipient = (to: string): string => {
  const at = to.lastIndexOf('@');
  if (at > 0) return `${Array.from(to)[0] ?? ''}***${to.slice(at)}`;
  return `${to.slice(0, 3)}***${to.slice(-2)}`;
};
