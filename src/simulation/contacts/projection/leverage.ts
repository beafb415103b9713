/**
 * Greatest distance by which a contact moves a vertex, as a multiple of the distance by which the contact is violated, if another one of its
 * vertices is held.
 *
 * A contact that is violated by d moves vertex i by |w_i| m_i^-1 d / S, with S = sum of w_j^2 m_j^-1 (contacts.ts). If all vertices with weight
 * are held, S is 0 and nothing can move. Where two held parts meet, S can also be nearly 0: the only free vertex of an edge or a face has the
 * weight w of a point next to the held ones, and would move by d / w to change the distance by d. This has no bound, and such a contact needs
 * none of it: its two sides are where the holds put them. So it is left out, as one whose vertices are all held.
 *
 * A free vertex on its own side never moves by more than d; a free face or edge whose vertices have equal masses by at most 1.4 d; a point in
 * the middle of a tetrahedron with one free vertex by 4 d. Ten leaves all of these in.
 */
export const MOST_LEVERAGE = 10;

/**
 * Whether a contact is between held sides, so that it would move a free vertex much farther than it is violated.
 * @param isHeld whether one of the contact's vertices is held
 * @param mobility sum of w_i^2 times inverse mass [1/kg]    @param leverage greatest |w_i| times inverse mass [1/kg]
 */
export const isBetweenHeld = (isHeld: boolean, mobility: number, leverage: number): boolean =>
  isHeld && leverage >= MOST_LEVERAGE * mobility;
