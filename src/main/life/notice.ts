/** Something to tell while nobody looks. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Where the window goes when it is clicked, `/links/3`; null: it only comes forward. */
  readonly place: string | null;
}
