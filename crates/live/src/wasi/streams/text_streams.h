// Streams of text for glslang, in the place of the C++ library's: without locales, which would be 200 KB of the module. It writes
// words and whole numbers, and reads one number. Files cannot be opened.
#pragma once
#include <__config>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iosfwd>
#include <string>

_LIBCPP_BEGIN_NAMESPACE_STD

class ios_base {
public:
    typedef unsigned fmtflags;
    typedef unsigned iostate;
    typedef unsigned openmode;
    static const fmtflags dec = 0, hex = 1, skipws = 2;
    static const iostate goodbit = 0, failbit = 1;
    static const openmode in = 1, out = 2, binary = 4, ate = 8;
    static const int beg = 0;

    fmtflags flags() const { return flags_; }
    fmtflags flags(fmtflags flags) { fmtflags before = flags_; flags_ = flags; return before; }
    long precision() const { return precision_; }
    long precision(long digits) { long before = precision_; precision_ = digits; return before; }
    bool fail() const { return state_ & failbit; }
    void clear(iostate state = goodbit) { state_ = state; }
    void setstate(iostate state) { state_ |= state; }
    template <class Locale> void imbue(const Locale &) {}

    fmtflags flags_ = dec;
    long precision_ = 6;
    int width_ = 0;
    char fill_ = ' ';
    iostate state_ = goodbit;
};

template <> class basic_ios<char, char_traits<char>> : public ios_base {};

// Writes at the end of a text.
template <> class basic_ostream<char, char_traits<char>> : public basic_ios<char> {
public:
    char fill() const { return fill_; }
    char fill(char with) { char before = fill_; fill_ = with; return before; }

    basic_ostream &operator<<(const char *text) { return put_text(text); }
    template <class Allocator> basic_ostream &operator<<(const basic_string<char, char_traits<char>, Allocator> &text) {
        return put_text(text.c_str());
    }
    basic_ostream &operator<<(char letter) { text_ += letter; return *this; }
    basic_ostream &operator<<(bool value) { return put_number(value ? 1 : 0, false); }
    basic_ostream &operator<<(int value) { return put_number(value, true); }
    basic_ostream &operator<<(long value) { return put_number(value, true); }
    basic_ostream &operator<<(long long value) { return put_number(value, true); }
    basic_ostream &operator<<(unsigned char value) { return *this << char(value); }
    basic_ostream &operator<<(unsigned short value) { return put_number(value, false); }
    basic_ostream &operator<<(unsigned value) { return put_number(value, false); }
    basic_ostream &operator<<(unsigned long value) { return put_number((long long)value, false); }
    basic_ostream &operator<<(unsigned long long value) { return put_number((long long)value, false); }
    basic_ostream &operator<<(double value) {
        char digits[64];
        snprintf(digits, sizeof digits, "%.*g", (int)precision_, value);
        return put_text(digits);
    }
    basic_ostream &operator<<(ios_base &(*change)(ios_base &)) { change(*this); return *this; }
    basic_ostream &operator<<(basic_ostream &(*change)(basic_ostream &)) { return change(*this); }
    basic_ostream &write(const char *letters, long count) { text_.append(letters, count); return *this; }

    string str() const { return text_; }
    void str(const string &text) { text_ = text; }

protected:
    basic_ostream &put_text(const char *text) {
        for (int missing = width_ - (int)char_traits<char>::length(text); missing > 0; missing--) {
            text_ += fill_;
        }
        width_ = 0;
        text_ += text;
        return *this;
    }
    basic_ostream &put_number(long long value, bool is_signed) {
        char digits[32];
        const char *form = flags_ & hex ? "%llx" : is_signed ? "%lld" : "%llu";
        snprintf(digits, sizeof digits, form, value);
        return put_text(digits);
    }

    string text_;
};

// Reads a number at the beginning of a text.
template <> class basic_istream<char, char_traits<char>> : public basic_ios<char> {
public:
    void str(const string &text) { text_ = text; at_ = 0; }
    int peek() const { return at_ < text_.size() ? (unsigned char)text_[at_] : -1; }
    int get() { int letter = peek(); at_ += letter >= 0; return letter; }
    basic_istream &unget() { at_ -= at_ > 0; return *this; }
    // A number beyond the range fails and is what strtod says, as in the C++ library.
    basic_istream &operator>>(double &value) {
        const char *begin = text_.c_str() + at_;
        char *end = nullptr;
        errno = 0;
        value = strtod(begin, &end);
        if (end == begin || errno == ERANGE) {
            setstate(failbit);
        }
        at_ += end - begin;
        return *this;
    }
    basic_istream &operator>>(float &value) { double wide; *this >> wide; value = (float)wide; return *this; }

protected:
    string text_;
    size_t at_ = 0;
};

template <> class basic_ostringstream<char, char_traits<char>, allocator<char>> : public basic_ostream<char> {};
template <> class basic_stringstream<char, char_traits<char>, allocator<char>> : public basic_ostream<char> {};
template <> class basic_istringstream<char, char_traits<char>, allocator<char>> : public basic_istream<char> {};

// There are no files.
template <> class basic_ofstream<char, char_traits<char>> : public basic_ostream<char> {
public:
    void open(const char *, openmode = out) { setstate(failbit); }
    void close() {}
    bool is_open() const { return false; }
};

template <> class basic_ifstream<char, char_traits<char>> : public basic_istream<char> {
public:
    basic_ifstream(const string &, openmode = in) { setstate(failbit); }
    explicit operator bool() const { return !fail(); }
    bool operator!() const { return fail(); }
    void close() {}
    bool is_open() const { return false; }
    long tellg() const { return 0; }
    basic_ifstream &seekg(long, int) { return *this; }
    basic_ifstream &read(char *, long) { return *this; }
};

class locale {
public:
    static locale classic() { return locale(); }
};

inline ios_base &hex(ios_base &stream) { stream.flags_ |= ios_base::hex; return stream; }
inline ios_base &dec(ios_base &stream) { stream.flags_ &= ~ios_base::hex; return stream; }
inline ios_base &left(ios_base &stream) { return stream; }
inline ios_base &right(ios_base &stream) { return stream; }
inline ostream &endl(ostream &stream) { return stream << '\n'; }

struct stream_width { int width; };
struct stream_fill { char letter; };
inline stream_width setw(int width) { return {width}; }
inline stream_fill setfill(char letter) { return {letter}; }
inline ostream &operator<<(ostream &stream, stream_width change) { stream.width_ = change.width; return stream; }
inline ostream &operator<<(ostream &stream, stream_fill change) { stream.fill_ = change.letter; return stream; }

_LIBCPP_END_NAMESPACE_STD
