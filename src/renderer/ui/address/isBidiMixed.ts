const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
const leftToRight = /\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u;

/**
 * Whether words of both directions stand in a text, as `data-mixed` wants it: cut at its edge it would
 * lose the beginning of what runs the other way, so base.css leaves out whole words at its end.
 */
export function isBidiMixed(text: string): true | undefined {
  return (rightToLeft.test(text) && leftToRight.test(text)) || undefined;
}
