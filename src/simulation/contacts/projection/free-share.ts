/**
 * Least share of a contact's weights that must be on free vertices, as the sum of |w_i|. A contact with less moves nothing: it is between two
 * held sides.
 *
 * A contact that is violated by d moves vertex i by |w_i| m_i^-1 d / S, with S = sum of w_j^2 m_j^-1 (contacts.ts). If all vertices are held, S
 * is 0 and nothing can move. Where two held parts meet, S can also be nearly 0: the only free vertex of an edge or a face has the weight w of a
 * point next to its held vertices, and would move by d / w to change the distance by d. This has no bound, and moving it serves nothing: both
 * sides are where the holds put them.
 *
 * The weights of each side add up to 1. So the share is 1 without held vertices, at least 1/2 if one side is free, and 1/8 if the only free
 * vertex is one of four around a centroid; all these contacts act. At a tenth, a free vertex moves by 5 d, and several ones of equal masses by at
 * most 7 d.
 */
export const LEAST_FREE_SHARE = 0.1;

/** Whether a contact is between held sides. @param free sum of |w_i| of its free vertices    @param all the same of all its vertices */
export const isBetweenHeld = (free: number, all: number): boolean => free < LEAST_FREE_SHARE * all;
