/** An integer: an id, an index into an array, or the begin or end of a range. The type tells tools/lift that it is no float64 number. */
export type Index = number;
