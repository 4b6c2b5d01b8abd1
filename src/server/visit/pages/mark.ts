/** The signpost, drawn with attributes only, so that no policy on styles concerns it. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">' +
  '<g fill="none" stroke="#8a8478" stroke-width="2.5" stroke-linecap="round"><path d="M16 4v25M11 29h10"/></g>' +
  '<path fill="#c8502d" d="M8 6h15l4 4-4 4H8z"/><path fill="#8a8478" d="M24 17H11l-3.5 3.5L11 24h13z"/></svg>\n';
