// Debian's libc++ for WebAssembly is built without files; glslang names two streams that it never opens.
#ifdef __cplusplus
#include <fstream>
#include <istream>
#include <ostream>
#if !_LIBCPP_HAS_FILESYSTEM
_LIBCPP_BEGIN_NAMESPACE_STD
template <>
class basic_ofstream<char, char_traits<char>> : public basic_ostream<char> {
public:
    basic_ofstream() : basic_ostream<char>(nullptr) {}
    void open(const char *, ios_base::openmode = ios_base::out) { setstate(ios_base::failbit); }
    void close() {}
    bool is_open() const { return false; }
};
template <>
class basic_ifstream<char, char_traits<char>> : public basic_istream<char> {
public:
    basic_ifstream() : basic_istream<char>(nullptr) {}
    basic_ifstream(const string &, ios_base::openmode = ios_base::in) : basic_istream<char>(nullptr) {}
    void close() {}
    bool is_open() const { return false; }
};
_LIBCPP_END_NAMESPACE_STD
#endif
#endif
