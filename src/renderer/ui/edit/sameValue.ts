/** Whether two values of a form say the same. Lists and objects in it are built in one order. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
