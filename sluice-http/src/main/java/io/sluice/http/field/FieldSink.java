package io.sluice.http.field;

/** Takes header lines piece by piece, as HTTP/1.1 has them: {@code Name: value}, each with its line end. */
public interface FieldSink {
    /** The array is not to be changed. */
    void bytes(byte[] text);

    /** In decimal digits. */
    void number(long value);
}
