/** Views of a store. A folder that has more keeps them. */
export const mostViews = 10_000;
export const manyViews = `must be of a view that exists: there are at most ${mostViews} views`;
