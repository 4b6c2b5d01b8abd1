/** An answer as HTTP has it, for whatever server writes it; that one adds the length of the body. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
