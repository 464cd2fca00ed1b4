package manifact;

/**
 * The state of a call: what it does, for example "fit", the steps done and the steps in all, 0 if
 * that is not known; the objective and its relative decrease in the last step, NaN outside of fits.
 */
public record Progress(String stage, long done, long total, double objective, double change) {}
