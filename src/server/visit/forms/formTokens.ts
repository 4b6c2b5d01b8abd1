/** Let visitors who got the page of a limited link send its form, even if theirs was the last click. */
export interface FormTokens {
  make(link: number): string;
  isValid(token: string, link: number): boolean;
}

/** Where no form of a limited link is answered. */
export const noFormTokens: FormTokens = { make: () => "", isValid: () => false };
