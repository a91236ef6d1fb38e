/** The cards that the coach proposes to offer or to take, marked wherever they lie face up. */
export const advised: { cards: readonly number[] } = $state({ cards: [] });
